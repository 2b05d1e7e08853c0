import { once } from 'node:events';
import { type FileHandle, link, mkdir, open, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { RefusedError, UsageError } from '../errors.js';

/** The destination of a download. */
export interface Sink {
  /** Number of bytes written so far. */
  readonly position: number;
  write(chunk: Uint8Array): Promise<void>;
  /** Discards the bytes written so far, because the file at the server is a different one now. */
  restart(): Promise<void>;
}

/** Writes to a temporary file, which gets its final name when the download is complete. */
export class FileSink implements Sink {
  private constructor(
    private readonly part: string,
    private readonly file: FileHandle,
    public position: number,
  ) {}

  /** @param part path of the unfinished file, which an earlier run may have left. @throws UsageError */
  static async open(part: string): Promise<FileSink> {
    try {
      await mkdir(dirname(part), { recursive: true });
      const file = await open(part, 'a');
      return new FileSink(part, file, (await file.stat()).size);
    } catch (error) {
      throw unwritable(part, error);
    }
  }

  async write(chunk: Uint8Array): Promise<void> {
    try {
      await this.file.appendFile(chunk);
    } catch (error) {
      throw unwritable(this.part, error);
    }
    this.position += chunk.length;
  }

  async restart(): Promise<void> {
    await this.file.truncate(0);
    this.position = 0;
  }

  close(): Promise<void> {
    return this.file.close();
  }

  /** Gives the file its final name. @throws UsageError when the name is taken or cannot be written */
  async publish(target: string, replaces: boolean): Promise<void> {
    await this.file.sync();
    try {
      if (replaces) await unlink(target).catch(() => undefined);
      await link(this.part, target);
      await unlink(this.part);
    } catch (error) {
      throw unwritable(target, error);
    }
  }
}

/** Standard output. Bytes that are written cannot be taken back. */
export class PipeSink implements Sink {
  position = 0;

  async write(chunk: Uint8Array): Promise<void> {
    this.position += chunk.length;
    if (!process.stdout.write(chunk)) await once(process.stdout, 'drain');
  }

  restart(): Promise<void> {
    if (this.position === 0) return Promise.resolve();
    return Promise.reject(new RefusedError('The file has changed while it was downloaded', 412));
  }
}

function unwritable(path: string, error: unknown): UsageError {
  return new UsageError(
    `${path} cannot be written: ${(error as NodeJS.ErrnoException).code ?? String(error)}`,
  );
}
