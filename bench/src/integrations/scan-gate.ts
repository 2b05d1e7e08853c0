import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/**
 * A proxy in front of clamd that can hold scans back until all files are uploaded, so that only the time of their scans
 * is measured. The reference passes through the proxy, too.
 */
export class ScanGate {
  private readonly waiting = new Set<Socket>();
  private readonly open = new Set<Socket>();
  private isHeld = false;

  private constructor(
    private readonly server: Server,
    private readonly target: URL,
  ) {
    server.on('connection', (client) => {
      this.keep(client);
      if (this.isHeld) {
        this.waiting.add(client);
        client.once('close', () => this.waiting.delete(client));
      } else this.pass(client);
    });
  }

  /** @param target `tcp://host:port` of clamd */
  static async start(target: URL): Promise<ScanGate> {
    const server = createServer();
    const gate = new ScanGate(server, target);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return gate;
  }

  get url(): URL {
    return new URL(`tcp://127.0.0.1:${(this.server.address() as AddressInfo).port}`);
  }

  hold(): void {
    this.isHeld = true;
  }

  release(): void {
    this.isHeld = false;
    for (const client of this.waiting) this.pass(client);
    this.waiting.clear();
  }

  async stop(): Promise<void> {
    for (const socket of this.open) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private pass(client: Socket): void {
    const server = this.keep(connect({ host: this.target.hostname, port: Number(this.target.port) }));
    client.pipe(server).pipe(client);
    client.once('close', () => server.destroy());
    server.once('close', () => client.destroySoon());
  }

  private keep(socket: Socket): Socket {
    this.open.add(socket);
    socket.once('close', () => this.open.delete(socket));
    // The `close` handlers of `pass` then close the other side.
    return socket.on('error', () => socket.destroy());
  }
}
