/** What a person does again and again while processes are restarted, and how it ended each time. */
export class BackgroundUser {
  done = 0;
  readonly failures: unknown[] = [];

  constructor(
    readonly name: string,
    private readonly act: () => Promise<void>,
  ) {}

  async goOn(until: AbortSignal): Promise<void> {
    while (!until.aborted) {
      await this.act().then(
        () => this.done++,
        (error: unknown) => this.failures.push(error),
      );
    }
  }
}
