import type { StartedTestContainer } from 'testcontainers';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-ports.js';
import type { Image, ServerKind } from './server-kind.js';
import type { TestServer } from './test-server.js';

const TIMEOUT_MS = 180_000;
const POLL_MS = 100;

/** A server in a container. Testcontainers removes the container if this process dies. */
export class ServerContainer implements TestServer {
  private constructor(
    private readonly kind: ServerKind,
    private readonly container: StartedTestContainer,
    readonly port: number,
  ) {}

  static async start(kind: ServerKind, image: Image): Promise<ServerContainer> {
    // Imported on demand: large, and only useful with Docker.
    const { GenericContainer } = await import('testcontainers');
    // A fixed port, because Docker would choose another one after a restart.
    const port = await freePort();
    const container = await new GenericContainer(image.name)
      .withCommand([...(image.command ?? [])])
      .withExposedPorts({ container: image.port, host: port })
      .start();
    const server = new ServerContainer(kind, container, port);
    await server.waitUntilReady();
    return server;
  }

  async kill(): Promise<void> {
    await this.container.stop({ timeout: 0, remove: false, removeVolumes: false });
  }

  async restart(): Promise<void> {
    await this.container.restart({ timeout: 0 });
    await this.waitUntilReady();
  }

  async stop(): Promise<void> {
    await this.container.stop({ timeout: 0 });
  }

  private async waitUntilReady(): Promise<void> {
    for (const deadline = Date.now() + TIMEOUT_MS; ;) {
      try {
        await this.kind.checkReady(this.port);
        return;
      } catch (error) {
        if (Date.now() > deadline) throw error;
        await sleep(POLL_MS);
      }
    }
  }
}
