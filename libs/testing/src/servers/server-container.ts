import type { StartedTestContainer } from 'testcontainers';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-ports.js';
import type { Image, ServerKind } from './server-kind.js';
import type { TestServer } from './test-server.js';

const PATIENCE_MS = 60_000;
const POLL_MS = 100;

/** A server in a container. Testcontainers' own guard removes it when this process ends without a word. */
export class ServerContainer implements TestServer {
  private constructor(
    private readonly kind: ServerKind,
    private readonly container: StartedTestContainer,
    readonly port: number,
  ) {}

  static async start(kind: ServerKind, image: Image): Promise<ServerContainer> {
    // Loaded only here: it is large, and of no use without Docker.
    const { GenericContainer } = await import('testcontainers');
    // A port that Docker chose would be another one after a restart.
    const port = await freePort();
    const container = await new GenericContainer(image.name)
      .withCommand([...(image.command ?? [])])
      .withExposedPorts({ container: image.port, host: port })
      .start();
    const server = new ServerContainer(kind, container, port);
    await server.answers();
    return server;
  }

  async kill(): Promise<void> {
    await this.container.stop({ timeout: 0, remove: false, removeVolumes: false });
  }

  async restart(): Promise<void> {
    await this.container.restart({ timeout: 0 });
    await this.answers();
  }

  async stop(): Promise<void> {
    await this.container.stop({ timeout: 0 });
  }

  private async answers(): Promise<void> {
    for (const deadline = Date.now() + PATIENCE_MS; ;) {
      try {
        await this.kind.answers(this.port);
        return;
      } catch (error) {
        if (Date.now() > deadline) throw error;
        await sleep(POLL_MS);
      }
    }
  }
}
