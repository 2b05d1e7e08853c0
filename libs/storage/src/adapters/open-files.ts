import fs from 'node:fs';
import { promisify } from 'node:util';

const [openFile, closeFile] = [promisify(fs.open), promisify(fs.close)];

interface OpenFile {
  readonly descriptor: Promise<number>;
  readers: number;
  /** Whether the last reader closes it. */
  isInvalid: boolean;
}

export interface OpenFilesOptions {
  /** Time after which a file is opened anew. */
  readonly ttlMs?: number;
  /** Files that are kept open at once. */
  readonly max?: number;
}

/**
 * Keeps files open for a moment, because opening and closing cost a small read more than its bytes, and many people read
 * the same file at once. Keeps no bytes: each read sees the present ones. A file that was unlinked can still be read for
 * the moment, like by a download that is under way.
 */
export class OpenFiles {
  private readonly files = new Map<string, OpenFile>();
  private readonly ttlMs: number;
  private readonly max: number;

  constructor({ ttlMs = 1_000, max = 64 }: OpenFilesOptions = {}) {
    this.ttlMs = ttlMs;
    this.max = max;
  }

  /** @param work reads from the descriptor, and does not keep it */
  async read<T>(path: string, work: (descriptor: number) => Promise<T>): Promise<T> {
    const file = this.files.get(path) ?? this.open(path);
    file.readers++;
    try {
      return await work(await file.descriptor);
    } finally {
      file.readers--;
      closeIfUnused(file);
    }
  }

  /** Opens the file anew for the next reader: it was replaced or deleted. */
  invalidate(path: string): void {
    const file = this.files.get(path);
    if (!file) return;
    this.files.delete(path);
    file.isInvalid = true;
    closeIfUnused(file);
  }

  private open(path: string): OpenFile {
    const [oldest] = this.files.keys();
    if (oldest !== undefined && this.files.size >= this.max) this.invalidate(oldest);
    const file: OpenFile = { descriptor: openFile(path, 'r'), readers: 0, isInvalid: false };
    this.files.set(path, file);
    const invalidateThis = () => {
      if (this.files.get(path) === file) this.invalidate(path);
    };
    setTimeout(invalidateThis, this.ttlMs).unref();
    file.descriptor.catch(invalidateThis);
    return file;
  }
}

function closeIfUnused({ descriptor, readers, isInvalid }: OpenFile): void {
  if (!isInvalid || readers > 0) return;
  // Without a descriptor its readers have the error.
  descriptor.then(closeFile).catch(() => undefined);
}
