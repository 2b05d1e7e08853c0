import { Bus } from '@waybill/bus/client';
import { CacheModule } from '@waybill/redis';
import { AppError } from '@waybill/contracts';
import { allRoutes } from '@waybill/contracts/http';
import { createLogger, NestLogger, ServiceKitModule } from '@waybill/service-kit';
import { FilesystemObjectStore, Keyring, StorageModule } from '@waybill/storage';
import { temporaryFolder, type TemporaryFolder } from '@waybill/testing';
import { randomBytes } from 'node:crypto';
import { createGateway, type Gateway } from './create-gateway.js';
import { GatewayModule } from './gateway.module.js';

/** A bus without any service. */
class EmptyBus extends Bus {
  override request(): Promise<never> {
    return Promise.reject(new AppError('server.unavailable'));
  }
}

class BusOnly {}

/** The catch-all route of the web client's pages. */
const PAGES = 'GET /*';

describe('createGateway', () => {
  let folder: TemporaryFolder;
  let gateway: Gateway;
  let address: string;

  beforeAll(async () => {
    folder = await temporaryFolder();
    const logger = createLogger('gateway', 'silent');
    const options = {
      publicUrl: new URL('http://localhost:3000'),
      sessionSecrets: [randomBytes(32)],
      trustProxy: false,
      webRoot: null,
      officeViewerUrl: null,
      mailboxKey: null,
    } as const;
    gateway = await createGateway(
      {
        module: class GatewayOnly {},
        imports: [
          ServiceKitModule.forRoot(logger),
          CacheModule.forMemory(),
          {
            module: BusOnly,
            global: true,
            providers: [{ provide: Bus, useClass: EmptyBus }],
            exports: [Bus],
          },
          StorageModule.forRoot({
            store: new FilesystemObjectStore(folder.path),
            keyring: new Keyring([randomBytes(32)]),
          }),
          GatewayModule.forRoot(options),
        ],
      },
      options,
      new NestLogger(logger),
    );
    address = await gateway.listen(0, '127.0.0.1');
  });
  afterAll(async () => {
    await gateway.close();
    await folder.remove();
  });

  it('serves every route of the API documents, and no other', () => {
    const documented = allRoutes.map(({ method, path }) => `${method} ${path}`);
    const served = gateway.routes
      // Fastify adds HEAD to every GET.
      .filter((route) => !route.startsWith('HEAD ') && route !== PAGES)
      .map((route) => route.replaceAll(/:(\w+)/g, '{$1}'));
    expect(served.toSorted()).toEqual(documented.toSorted());
  });

  it('accepts requests while every service is unavailable, and reports which are down', async () => {
    expect((await fetch(`${address}/livez`)).status).toBe(200);
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    const health = await fetch(`${address}/api/health`);
    expect(health.status).toBe(503);
    expect(await health.json()).toMatchObject({
      status: 'degraded',
      components: { auth: 'down', files: 'down', sharing: 'down', analytics: 'down', billing: 'down' },
    });
  });

  it('serves session-independent routes to signed-in users while auth is unavailable', async () => {
    const statusOf = async (path: string) =>
      (await fetch(`${address}${path}`, { headers: { cookie: 'waybill_session=known-to-auth' } })).status;
    expect(await statusOf('/livez')).toBe(200);
    expect(await statusOf('/readyz')).toBe(200);
    // A page of the web client, which is not built here.
    expect(await statusOf('/upload')).toBe(404);
    expect(await statusOf('/api/docs/openapi.json')).toBe(200);
    expect(await statusOf('/api/user')).toBe(503);
  });
});
