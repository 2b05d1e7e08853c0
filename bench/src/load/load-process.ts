import { type ChildProcess, fork } from 'node:child_process';
import type { Job, ResultOf } from './job.js';

export interface LoadOrder {
  readonly id: number;
  readonly job: Job;
}

export type LoadAnswer =
  { readonly id: number; readonly result: ResultOf<Job> } | { readonly id: number; readonly error: string };

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** Runs the clients in a process of their own, so that their CPU and memory are not counted as the server's. */
export class LoadProcess {
  private readonly waiting = new Map<number, Waiting>();
  private orders = 0;

  private constructor(private readonly child: ChildProcess) {
    child.on('message', (answer: LoadAnswer) => this.settle(answer));
    child.once('exit', () => {
      for (const { reject } of this.waiting.values()) reject(new Error('The load process ended'));
    });
  }

  /** @param program path of the built `load-main.js` */
  static start(program: string): LoadProcess {
    return new LoadProcess(fork(program));
  }

  /** @throws Error when the job fails or the process ends first */
  run<J extends Job>(job: J): Promise<ResultOf<J>> {
    const id = ++this.orders;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve: resolve, reject });
      this.child.send({ id, job } satisfies LoadOrder);
    });
  }

  stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return Promise.resolve();
    return new Promise((resolve) => {
      this.child.once('exit', () => resolve());
      this.child.kill('SIGKILL');
    });
  }

  private settle(answer: LoadAnswer): void {
    const waiting = this.waiting.get(answer.id);
    this.waiting.delete(answer.id);
    if ('error' in answer) waiting?.reject(new Error(answer.error));
    else waiting?.resolve(answer.result);
  }
}
