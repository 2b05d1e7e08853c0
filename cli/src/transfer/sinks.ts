import { once } from 'node:events';
import { constants } from 'node:fs';
import { type FileHandle, link, lstat, mkdir, open, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { RefusedError, UsageError } from '../errors.js';

/** Codes of a file system without hard links, such as exFAT and some network shares. */
const NO_HARD_LINKS: unknown[] = ['EPERM', 'ENOTSUP', 'ENOSYS'];

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
      const file = await open(part, constants.O_WRONLY | constants.O_CREAT);
      return new FileSink(part, file, (await file.stat()).size);
    } catch (error) {
      throw unwritable(part, error);
    }
  }

  async write(chunk: Uint8Array): Promise<void> {
    try {
      // At a position: two runs at the same time write the same bytes to the same places.
      for (let written = 0; written < chunk.length;) {
        const { bytesWritten } = await this.file.write(chunk, written, null, this.position);
        written += bytesWritten;
        this.position += bytesWritten;
      }
    } catch (error) {
      throw unwritable(this.part, error);
    }
  }

  async restart(): Promise<void> {
    await this.file.truncate(0);
    this.position = 0;
  }

  close(): Promise<void> {
    return this.file.close();
  }

  /**
   * Gives the file its final name.
   *
   * @param replaces whether a file of that name is replaced, atomically
   * @throws UsageError when the name is taken or cannot be written
   */
  async publish(target: string, replaces: boolean): Promise<void> {
    await this.file.sync();
    try {
      if (replaces) await rename(this.part, target);
      else await renameUnlessTaken(this.part, target);
    } catch (error) {
      throw unwritable(target, error);
    }
  }
}

/** `rename` would replace a file that has appeared during the download. @throws EEXIST */
async function renameUnlessTaken(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (!NO_HARD_LINKS.includes((error as NodeJS.ErrnoException).code)) throw error;
    if (await exists(to)) throw Object.assign(new Error(`${to} exists`), { code: 'EEXIST' });
    await rename(from, to);
    return;
  }
  await unlink(from);
}

/** Whether a name is taken, also by a symbolic link that leads nowhere. */
export async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

/** A device or a named pipe. Bytes that are written cannot be taken back. */
export class DeviceSink implements Sink {
  position = 0;

  private constructor(
    private readonly path: string,
    private readonly file: FileHandle,
  ) {}

  /** @throws UsageError */
  static async open(path: string): Promise<DeviceSink> {
    try {
      return new DeviceSink(path, await open(path, constants.O_WRONLY));
    } catch (error) {
      throw unwritable(path, error);
    }
  }

  async write(chunk: Uint8Array): Promise<void> {
    try {
      await this.file.writeFile(chunk);
    } catch (error) {
      throw unwritable(this.path, error);
    }
    this.position += chunk.length;
  }

  restart(): Promise<void> {
    return restartUnwritten(this.position);
  }

  close(): Promise<void> {
    return this.file.close();
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
    return restartUnwritten(this.position);
  }
}

/** @throws RefusedError when bytes are written that cannot be taken back */
async function restartUnwritten(position: number): Promise<void> {
  if (position > 0) throw new RefusedError('The file has changed while it was downloaded', 412);
  return Promise.resolve();
}

function unwritable(path: string, error: unknown): UsageError {
  return new UsageError(
    `${path} cannot be written: ${(error as NodeJS.ErrnoException).code ?? String(error)}`,
  );
}
