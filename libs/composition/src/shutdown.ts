/** What has to end, in the reverse order of its start. */
export class Shutdown {
  private readonly steps: (() => Promise<unknown>)[] = [];
  private running: Promise<void> | undefined;

  add(step: () => Promise<unknown>): void {
    this.steps.unshift(step);
  }

  /** Ends everything, once; a step that fails does not keep the others from ending. */
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
    if (failures.length > 0) throw new AggregateError(failures, 'Not everything ended cleanly');
  }
}
