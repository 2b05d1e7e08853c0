import { createLogger } from '@waybill/service-kit';
import { describeBus } from '../../contract/bus.contract.js';
import { InProcessTransport } from './in-process-transport.js';

const logger = createLogger('test', 'silent');

describeBus('the in-process bus', (databaseUrl, options) =>
  InProcessTransport.open({ databaseUrl, logger, ...options }),
);
