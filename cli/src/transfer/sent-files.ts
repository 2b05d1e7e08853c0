import { stat } from 'node:fs/promises';
import { State } from '../settings/state.js';
import { identityOf, type LocalPath, unreadable } from './local-path.js';

/** Ids of the files that an unfinished command has sent, so that the same command sends only the others. */
export class SentFiles {
  private readonly state = new State<string>('sent');
  private readonly keys: string[] = [];

  /**
   * Sends a file unless an earlier run has.
   *
   * @param key of `fileKey`
   * @param isKept whether Waybill still has the file with the id of the earlier run
   * @returns the id of the file
   */
  async sendOnce(key: string, isKept: (id: string) => boolean, send: () => Promise<string>): Promise<string> {
    const earlier = await this.find(key);
    if (earlier !== undefined && isKept(earlier)) return earlier;
    const id = await send();
    await this.state.save(key, id);
    return id;
  }

  /** @returns the id of the file that an earlier run has sent */
  find(key: string): Promise<string | undefined> {
    this.keys.push(key);
    return this.state.find(key);
  }

  /** Deletes the saved ids when the command is done. The same command then sends all files again. */
  async clear(): Promise<void> {
    for (const key of this.keys) await this.state.remove(key);
  }
}

/**
 * Identity of the present content of a file and of its destination.
 *
 * @param metadata of the upload; names the destination
 * @throws UsageError when the file is missing or unreadable
 */
export async function fileKey(
  url: string,
  path: LocalPath,
  metadata: Readonly<Record<string, string>>,
): Promise<string> {
  try {
    const { size, mtimeMs } = await stat(path);
    return JSON.stringify([url, await identityOf(path), size, mtimeMs, metadata]);
  } catch (error) {
    throw unreadable(path, error);
  }
}
