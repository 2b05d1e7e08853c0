import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { UploadOptions } from 'tus-js-client';
import { type LocalPath, unreadable } from './local-path.js';

type FileSource = Awaited<ReturnType<NonNullable<UploadOptions['fileReader']>['openFile']>>;

/** A file for tus-js-client, whose own reader only knows paths that are strings. */
export class LocalFile implements FileSource {
  private constructor(
    private readonly path: LocalPath,
    readonly size: number,
  ) {}

  /** @throws UsageError when the file is missing or unreadable */
  static async open(path: LocalPath): Promise<LocalFile> {
    try {
      const file = await open(path);
      const { size } = await file.stat().finally(() => file.close());
      return new LocalFile(path, size);
    } catch (error) {
      throw unreadable(path, error);
    }
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
