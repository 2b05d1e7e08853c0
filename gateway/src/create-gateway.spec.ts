import { Bus } from '@waybill/bus/client';
import { CacheModule } from '@waybill/cache';
import { AppError } from '@waybill/contracts';
import { allRoutes } from '@waybill/contracts/http';
import { createLogger, NestLogger, ServiceKitModule } from '@waybill/service-kit';
import { FilesystemObjectStore, Keyring, StorageModule } from '@waybill/storage';
import { temporaryFolder, type TemporaryFolder } from '@waybill/testing';
import { randomBytes } from 'node:crypto';
import { createGateway, type Gateway } from './create-gateway.js';
import { GatewayModule } from './gateway.module.js';

/** A bus that no service has joined yet. */
class EmptyBus extends Bus {
  override request(): Promise<never> {
    return Promise.reject(new AppError('server.unavailable'));
  }
}

class BusAlone {}

/** The screens of the client: pages, not calls. */
const screens = 'GET /*';

describe('the gateway', () => {
  let folder: TemporaryFolder;
  let gateway: Gateway;
  let address: string;

  beforeAll(async () => {
    folder = await temporaryFolder();
    const logger = createLogger('gateway', 'silent');
    const config = {
      publicUrl: new URL('http://localhost:3000'),
      sessionSecrets: [randomBytes(32)],
      trustProxy: false,
      webRoot: null,
      officeViewerUrl: null,
    } as const;
    gateway = await createGateway(
      {
        module: class GatewayAlone {},
        imports: [
          ServiceKitModule.forRoot(logger),
          CacheModule.forMemory(),
          {
            module: BusAlone,
            global: true,
            providers: [{ provide: Bus, useClass: EmptyBus }],
            exports: [Bus],
          },
          StorageModule.forRoot({
            store: new FilesystemObjectStore(folder.path),
            keyring: new Keyring([randomBytes(32)]),
          }),
          GatewayModule.forRoot(config),
        ],
      },
      config,
      new NestLogger(logger),
    );
    address = await gateway.listen(0, '127.0.0.1');
  });
  afterAll(async () => {
    await gateway.close();
    await folder.remove();
  });

  it('answers to every call that the documents describe, and to no other', () => {
    const described = allRoutes.map(({ method, path }) => `${method} ${path}`);
    const answered = gateway.routes
      // Whatever may be fetched may be asked about with HEAD.
      .filter((route) => !route.startsWith('HEAD ') && route !== screens)
      .map((route) => route.replaceAll(/:(\w+)/g, '{$1}'));
    expect(answered.toSorted()).toEqual(described.toSorted());
  });

  it('takes calls while no service answers, and says which are down', async () => {
    expect((await fetch(`${address}/livez`)).status).toBe(200);
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    const health = await fetch(`${address}/api/health`);
    expect(health.status).toBe(503);
    expect(await health.json()).toMatchObject({
      status: 'degraded',
      components: { auth: 'down', files: 'down', sharing: 'down', analytics: 'down', billing: 'down' },
    });
  });

  it('answers those who are signed in what is the same for everyone, without asking who they are', async () => {
    const statusOf = async (path: string) =>
      (await fetch(`${address}${path}`, { headers: { cookie: 'waybill_session=known-to-auth' } })).status;
    expect(await statusOf('/livez')).toBe(200);
    expect(await statusOf('/readyz')).toBe(200);
    // A page, of a client that is not there.
    expect(await statusOf('/upload')).toBe(404);
    expect(await statusOf('/api/docs/openapi.json')).toBe(200);
    expect(await statusOf('/api/user')).toBe(503);
  });
});
