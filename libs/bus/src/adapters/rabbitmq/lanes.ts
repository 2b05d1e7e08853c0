/** Runs work one after the other within a lane, and the lanes side by side. */
export class Lanes {
  private readonly ends = new Map<string, Promise<unknown>>();

  async run<T>(lane: string, work: () => Promise<T>): Promise<T> {
    const before = this.ends.get(lane) ?? Promise.resolve();
    const mine = before.then(work, work);
    this.ends.set(lane, mine);
    try {
      return await mine;
    } finally {
      if (this.ends.get(lane) === mine) this.ends.delete(lane);
    }
  }
}
