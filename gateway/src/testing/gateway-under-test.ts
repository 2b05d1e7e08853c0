import { Bus, EventBacklogs } from '@waybill/bus/client';
import { type ObjectTicket, standardConfig } from '@waybill/contracts';
import { CacheModule, RateLimiterModule, SecurityLogModule, SignalsModule } from '@waybill/redis';
import { createLogger, NestLogger, ServiceKitModule } from '@waybill/service-kit';
import { EncryptedObjects, FilesystemObjectStore, Keyring, StorageModule } from '@waybill/storage';
import { temporaryFolder } from '@waybill/testing';
import { randomBytes } from 'node:crypto';
import { createGateway, type Gateway } from '../create-gateway.js';
import { GatewayModule } from '../gateway.module.js';
import type { GatewayModuleOptions } from '../options/gateway.module-options.js';
import { looseLimits } from './traffic-limits.js';

/** A gateway on a real object store that listens on 127.0.0.1, with the bus of the test. */
export interface GatewayUnderTest {
  readonly gateway: Gateway;
  readonly port: number;
  /** At 127.0.0.1. */
  readonly url: string;
  /** Stores an object. @returns its ticket */
  store(bytes: Uint8Array): Promise<ObjectTicket>;
  /** Deletes an object. */
  remove(objectKey: string): Promise<void>;
  close(): Promise<void>;
}

const noBacklogs: EventBacklogs = { of: () => Promise.resolve({ waiting: 0, retrying: 0, dead: 0 }) };

class BusOnly {}
class GatewayOnly {}

export async function startGatewayUnderTest(
  bus: Bus,
  settings: Partial<GatewayModuleOptions> = {},
  logger = createLogger('gateway', 'silent'),
): Promise<GatewayUnderTest> {
  const folder = await temporaryFolder();
  const options: GatewayModuleOptions = {
    publicUrl: new URL('http://localhost:3000'),
    sessionSecrets: [randomBytes(32)],
    trustProxy: false,
    webRoot: null,
    officeViewerUrl: null,
    mailboxKey: null,
    limits: looseLimits(),
    config: standardConfig,
    apiDocs: true,
    ...settings,
  };
  const store = new FilesystemObjectStore(folder.path, { sync: false });
  const keyring = new Keyring([randomBytes(32)]);
  const gateway = await createGateway(
    {
      module: GatewayOnly,
      imports: [
        ServiceKitModule.forRoot(logger),
        CacheModule.forMemory(),
        RateLimiterModule.forMemory(),
        SignalsModule.forMemory(),
        {
          module: BusOnly,
          global: true,
          providers: [
            { provide: Bus, useValue: bus },
            { provide: EventBacklogs, useValue: noBacklogs },
          ],
          exports: [Bus, EventBacklogs],
        },
        StorageModule.forRoot({ store, keyring }),
        SecurityLogModule.forRoot(keyring.networkHashKey),
        GatewayModule.forRoot(options),
      ],
    },
    options,
    new NestLogger(logger),
  );
  const url = await gateway.listen(0, '127.0.0.1');
  const objects = new EncryptedObjects(store, keyring);
  return {
    gateway,
    port: Number(new URL(url).port),
    url,
    store: async (bytes) => {
      const ticket = objects.create();
      await objects.write(ticket, one(bytes));
      return ticket;
    },
    remove: (objectKey) => objects.delete(objectKey),
    close: async () => {
      await gateway.close(0);
      await folder.remove();
    },
  };
}

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}
