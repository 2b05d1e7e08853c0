import { createLogger } from '@waybill/service-kit';
import { InProcessTransport } from './adapters/in-process/in-process-transport.js';
import { type RunningService, type ServiceUnderTest, startServiceOn } from './testing/start-service.js';

export * from './testing/start-migrated-postgres.js';
export * from './testing/start-service.js';

/** Runs one service alone, on a real database and the in-process bus. */
export async function startService(options: ServiceUnderTest): Promise<RunningService> {
  const logger = createLogger(options.service, 'silent');
  const transport = await InProcessTransport.open({ databaseUrl: options.url, logger });
  const running = await startServiceOn(transport, options);
  return {
    ...running,
    close: async () => {
      await running.close();
      await transport.close();
    },
  };
}
