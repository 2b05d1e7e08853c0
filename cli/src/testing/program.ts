import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../run.js';

interface Outcome {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

/** The program in this process, with folders and a log-in of its own. */
export class Program {
  private constructor(
    /** Folder for files of the test. */
    readonly folder: string,
    private readonly environment: { restore(): void },
  ) {}

  /** @param url address of the Waybill of the log-in */
  static async logIn(url: string): Promise<Program> {
    const folder = await mkdtemp(join(tmpdir(), 'waybill-cli-'));
    const environment = jest.replaceProperty(process, 'env', {
      ...process.env,
      WAYBILL_URL: url,
      WAYBILL_TOKEN: 'wb_x',
      XDG_CONFIG_HOME: join(folder, 'config'),
      XDG_STATE_HOME: join(folder, 'state'),
    });
    return new Program(folder, environment);
  }

  async run(...args: readonly string[]): Promise<Outcome> {
    const written = { output: '', errors: '' };
    const capture = (stream: NodeJS.WriteStream, name: keyof typeof written) =>
      jest.spyOn(stream, 'write').mockImplementation((text) => {
        written[name] += String(text);
        return true;
      });
    const spies = [capture(process.stdout, 'output'), capture(process.stderr, 'errors')];
    try {
      return { code: await run(args), ...written };
    } finally {
      for (const spy of spies) spy.mockRestore();
    }
  }

  async dispose(): Promise<void> {
    this.environment.restore();
    await rm(this.folder, { recursive: true });
  }
}
