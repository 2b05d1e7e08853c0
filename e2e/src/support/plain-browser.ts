import { eventually } from '@waybill/testing';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EXECUTABLE } from './browser.js';

/** An ordinary user agent, because Waybill treats that of a headless browser as a bot. */
const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36';

interface Answer {
  readonly id?: number;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly message: string };
}

/** A Chromium without Playwright, which reports every tab as visible. Here one tab hides another. */
export class PlainBrowser {
  private calls = 0;
  private readonly answers = new Map<number, (answer: Answer) => void>();

  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
    private readonly socket: WebSocket,
  ) {
    socket.onmessage = ({ data }) => {
      const answer = JSON.parse(String(data)) as Answer;
      if (answer.id !== undefined) this.answers.get(answer.id)?.(answer);
    };
  }

  static async start(): Promise<PlainBrowser> {
    const folder = await mkdtemp(join(tmpdir(), 'waybill-browser-'));
    const flags = [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-dev-shm-usage',
    ];
    const own = [`--user-agent=${USER_AGENT}`, '--remote-debugging-port=0', `--user-data-dir=${folder}`];
    const child = spawn(EXECUTABLE ?? 'chromium', [...flags, ...own, 'about:blank'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let output = '';
    child.stderr.on('data', (bytes: Buffer) => (output += bytes.toString()));
    const [address] = await eventually(() => {
      const found = /ws:\S+/.exec(output);
      if (!found) throw new Error(`Chromium is starting: ${output}`);
      return found;
    });
    const socket = new WebSocket(address);
    await new Promise((opened) => socket.addEventListener('open', opened, { once: true }));
    return new PlainBrowser(child, folder, socket);
  }

  /** Opens a tab in front of the others. */
  async open(url: string): Promise<Tab> {
    const { targetId } = await this.call('Target.createTarget', { url });
    const { sessionId } = await this.call('Target.attachToTarget', { targetId, flatten: true });
    return new Tab(this, String(targetId), String(sessionId));
  }

  /** Calls the DevTools protocol. */
  call(method: string, params: object, sessionId?: string): Promise<Record<string, unknown>> {
    const id = ++this.calls;
    return new Promise((resolve, reject) => {
      this.answers.set(id, ({ result, error }) => {
        this.answers.delete(id);
        if (result) resolve(result);
        else reject(new Error(`${method}: ${error?.message ?? 'no result'}`));
      });
      this.socket.send(JSON.stringify({ id, method, params, sessionId }));
    });
  }

  /** Signals all of its processes, as when a computer sleeps. */
  async signal(name: NodeJS.Signals): Promise<void> {
    const pids = (await readdir('/proc')).filter((each) => /^\d+$/.test(each)).map(Number);
    const parents = await Promise.all(pids.map(async (pid) => [pid, await parentOf(pid)] as const));
    const own = new Set([this.child.pid ?? -1]);
    for (let size = 0; size < own.size;) {
      size = own.size;
      for (const [pid, parent] of parents) if (own.has(parent)) own.add(pid);
    }
    for (const pid of own) process.kill(pid, name);
  }

  async close(): Promise<void> {
    const exited = new Promise((resolve) => this.child.once('exit', resolve));
    this.socket.close();
    this.child.kill('SIGTERM');
    await exited;
    await rm(this.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

export class Tab {
  constructor(
    private readonly browser: PlainBrowser,
    private readonly targetId: string,
    private readonly sessionId: string,
  ) {}

  async evaluate(expression: string): Promise<unknown> {
    const { result } = await this.browser.call('Runtime.evaluate', { expression }, this.sessionId);
    return (result as { readonly value?: unknown }).value;
  }

  async bringToFront(): Promise<void> {
    await this.browser.call('Page.bringToFront', {}, this.sessionId);
  }

  async close(): Promise<void> {
    await this.browser.call('Target.closeTarget', { targetId: this.targetId });
  }
}

/** 0 for a process that has ended meanwhile. */
async function parentOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return Number(/\) \S (\d+)/.exec(text)?.[1] ?? 0);
}
