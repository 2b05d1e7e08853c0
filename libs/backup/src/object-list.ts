import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { WriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import type { KeptObject } from './copy-objects.js';
import { createFile } from './state-files.js';

/** Where the objects of a backup are listed in its state folder, one JSON object a line. */
export const OBJECT_LIST = 'objects.jsonl';

/** Writes a list of objects line by line. */
export class ObjectListWriter {
  private count = 0;
  private bytes = 0;

  private constructor(private readonly file: WriteStream) {}

  static async create(path: string): Promise<ObjectListWriter> {
    return new ObjectListWriter(await createFile(path));
  }

  add(object: KeptObject): void {
    this.count += 1;
    this.bytes += object.size;
    this.file.write(`${JSON.stringify(object)}\n`);
  }

  /** @returns how many objects are listed, and their bytes together */
  async end(): Promise<{ count: number; bytes: number }> {
    this.file.end();
    await finished(this.file);
    return { count: this.count, bytes: this.bytes };
  }
}

/** The objects that are listed in the file. */
export async function readObjectList(path: string): Promise<KeptObject[]> {
  const objects: KeptObject[] = [];
  for await (const line of createInterface({ input: createReadStream(path) })) {
    objects.push(JSON.parse(line) as KeptObject);
  }
  return objects;
}
