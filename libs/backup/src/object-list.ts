import { createReadStream, type WriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { finished } from 'node:stream/promises';
import type { ObjectDigest } from './object-copies.js';
import { createFile } from './state-files.js';

/** Name of the list of objects in a state folder: JSON lines. */
export const OBJECT_LIST = 'objects.jsonl';

export class ObjectListWriter {
  private count = 0;
  private bytes = 0;
  private readonly ended: Promise<void>;

  private constructor(private readonly file: WriteStream) {
    this.ended = finished(file);
    // `end` reports an error, such as a full disk. Until then nobody waits for it, and it would end the process.
    this.ended.catch(() => undefined);
  }

  static async create(path: string): Promise<ObjectListWriter> {
    return new ObjectListWriter(await createFile(path));
  }

  add(object: ObjectDigest): void {
    this.count += 1;
    this.bytes += object.size;
    this.file.write(`${JSON.stringify(object)}\n`);
  }

  /** @returns number of objects, and the sum of their sizes */
  async end(): Promise<{ count: number; bytes: number }> {
    this.file.end();
    await this.ended;
    return { count: this.count, bytes: this.bytes };
  }
}

export async function readObjectList(path: string): Promise<ObjectDigest[]> {
  const objects: ObjectDigest[] = [];
  for await (const line of createInterface({ input: createReadStream(path) })) {
    objects.push(JSON.parse(line) as ObjectDigest);
  }
  return objects;
}
