import { State } from '../settings/state.js';

/**
 * The content of each file of an unfinished bundle when its upload began, so that a later run notices a change. Each
 * file has its own value: one for the whole bundle would be written anew for each of its files.
 */
export class BegunFiles {
  private readonly state = new State<string>('begun');
  private readonly paths: string[] = [];

  constructor(private readonly bundleId: string) {}

  /**
   * @param path in the bundle
   * @returns the key of `fileKey`; undefined where an upload of this path has not begun, or by an older version
   */
  find(path: string): Promise<string | undefined> {
    this.paths.push(path);
    return this.state.find(this.keyOf(path));
  }

  save(path: string, key: string): Promise<void> {
    return this.state.save(this.keyOf(path), key);
  }

  /** Deletes the saved keys when the bundle is complete. */
  async clear(): Promise<void> {
    for (const path of this.paths) await this.state.remove(this.keyOf(path));
  }

  private keyOf(path: string): string {
    return JSON.stringify([this.bundleId, path]);
  }
}
