import { once } from 'node:events';

/** CPU profile (Chrome DevTools Protocol, `Profiler.Profile`). */
export interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: {
      readonly functionName: string;
      readonly url: string;
      readonly lineNumber: number;
    };
  }[];
  /** Node on top of the stack, per sample. */
  readonly samples: readonly number[];
  /** Microseconds since the previous sample. */
  readonly timeDeltas: readonly number[];
}

interface Reply {
  readonly id: number;
  readonly result: { readonly profile: CpuProfile };
  readonly error?: { readonly message: string };
}

/** Takes CPU profiles of a Node process that was started with `--inspect`. */
export class Inspector {
  private calls = 0;

  private constructor(private readonly socket: WebSocket) {}

  /** @param url such as `ws://127.0.0.1:9229/…`, which the process prints */
  static async connect(url: string): Promise<Inspector> {
    const socket = new WebSocket(url);
    await once(socket, 'open');
    return new Inspector(socket);
  }

  async stop(): Promise<void> {
    this.socket.close();
    return Promise.resolve();
  }

  /** Profiles the process while `work` runs. */
  async profile(work: () => Promise<unknown>): Promise<CpuProfile> {
    await this.call('Profiler.enable');
    await this.call('Profiler.setSamplingInterval', { interval: 500 });
    await this.call('Profiler.start');
    await work();
    return (await this.call('Profiler.stop')).result.profile;
  }

  private call(method: string, params: object = {}): Promise<Reply> {
    const id = ++this.calls;
    return new Promise((resolve, reject) => {
      const onMessage = ({ data }: { data: unknown }) => {
        const reply = JSON.parse(String(data)) as Reply;
        if (reply.id !== id) return;
        this.socket.removeEventListener('message', onMessage);
        if (reply.error) reject(new Error(`${method}: ${reply.error.message}`));
        else resolve(reply);
      };
      this.socket.addEventListener('message', onMessage);
      this.socket.send(JSON.stringify({ id, method, params }));
    });
  }
}
