import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import type { UploadOptions } from 'tus-js-client';
import { type LocalPath, unreadable } from './local-path.js';

type FileSource = Awaited<ReturnType<NonNullable<UploadOptions['fileReader']>['openFile']>>;

/** A file for tus-js-client, whose own reader only knows paths that are strings. */
export class LocalFile implements FileSource {
  private constructor(
    private readonly path: LocalPath,
    readonly size: number,
    private readonly mtimeMs: number,
  ) {}

  /** @throws UsageError when the file is missing or unreadable */
  static async open(path: LocalPath): Promise<LocalFile> {
    try {
      const file = await open(path);
      try {
        const { size, mtimeMs } = await file.stat();
        return new LocalFile(path, size, mtimeMs);
      } finally {
        await file.close();
      }
    } catch (error) {
      throw unreadable(path, error);
    }
  }

  /** @returns whether another content was written since the file was opened */
  async hasChanged(): Promise<boolean> {
    // A file that was deleted after its last byte was read has not changed.
    const now = await stat(this.path).catch(() => null);
    return now !== null && (now.size !== this.size || now.mtimeMs !== this.mtimeMs);
  }

  slice(start: number, end: number): ReturnType<FileSource['slice']> {
    const stream = createReadStream(this.path, { start, end: end - 1 });
    // Read by tus-js-client and `UploadHttp`.
    const value = Object.assign(stream, { size: end - start });
    return Promise.resolve({ value, done: end >= this.size });
  }

  /** Each slice closes itself at its end. */
  close(): void {}
}
