import { reasonOf, withTimeout } from '@waybill/service-kit';

/**
 * Graceful shutdown of a process: its steps run in the reverse order in which they were added. A step that is added
 * while they run, because the process was still starting, is run as well.
 */
export class Shutdown {
  private readonly steps: (() => Promise<unknown>)[] = [];
  private running: Promise<void> | undefined;

  /** @param stepMs milliseconds after which a step counts as failed, so that the next one runs */
  constructor(private readonly stepMs = Infinity) {}

  add(step: () => Promise<unknown>): void {
    this.steps.unshift(step);
  }

  /** Ends a start that a signal has interrupted: called between its parts, so that none is closed while it starts. */
  throwIfRunning(): void {
    if (this.running) throw new Error('The process is ending');
  }

  /** Runs all steps, once. A failed step does not prevent the others. */
  run(): Promise<void> {
    this.running ??= this.runAll();
    return this.running;
  }

  private async runAll(): Promise<void> {
    const failures: unknown[] = [];
    for (let step = this.steps.shift(); step; step = this.steps.shift()) {
      try {
        await withTimeout(
          this.stepMs,
          step(),
          () => new Error(`A shutdown step took over ${this.stepMs} ms`),
        );
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length === 0) return;
    const reasons = failures.map((failure) =>
      failure instanceof Error ? reasonOf(failure) : String(failure),
    );
    throw new AggregateError(failures, `Some shutdown steps failed: ${reasons.join('; ')}`);
  }
}
