import { setTimeout as sleep } from 'node:timers/promises';

/** Pause between two actions, so that one machine can run the users and Waybill. */
export const PAUSE_MS = 100;

/** Repeats an action in the background and records its results. */
export class BackgroundUser {
  completed = 0;
  readonly failures: unknown[] = [];

  constructor(
    readonly name: string,
    private readonly act: () => Promise<void>,
  ) {}

  async runUntil(until: AbortSignal): Promise<void> {
    while (!until.aborted) {
      await this.act().then(
        () => this.completed++,
        (error: unknown) => this.failures.push(error),
      );
      await sleep(PAUSE_MS);
    }
  }
}
