/** Graceful shutdown of a process: its steps run in the reverse order in which they were added. */
export class Shutdown {
  private readonly steps: (() => Promise<unknown>)[] = [];
  private running: Promise<void> | undefined;

  add(step: () => Promise<unknown>): void {
    this.steps.unshift(step);
  }

  /** Runs all steps, once. A failed step does not prevent the others. */
  run(): Promise<void> {
    this.running ??= this.runAll();
    return this.running;
  }

  private async runAll(): Promise<void> {
    const failures: unknown[] = [];
    for (const step of this.steps) {
      try {
        await step();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Some shutdown steps failed');
  }
}
