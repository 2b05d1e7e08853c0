import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { FilesystemObjectStore } from './adapters/filesystem-object-store.js';
import { objectStoreContract } from './object-store.contract.js';
import { type ByteRange, type ObjectStore } from './object-store.js';

type Body = AsyncIterable<Uint8Array>;

async function* of(bytes: Uint8Array) {
  yield bytes;
}

/** Stores that each break one promise, and the case that must notice. */
const faults: Record<string, { noticedBy: RegExp; make: (root: string) => ObjectStore }> = {
  'drops the last byte of large objects': {
    noticedBy: /gives back what it was given/,
    make: (root) =>
      new (class extends FilesystemObjectStore {
        override async put(key: string, body: Body) {
          const bytes = await buffer(Readable.from(body));
          const { size } = await super.put(key, of(bytes.subarray(0, 3 * 1024 * 1024)));
          return { size: Math.max(size, bytes.length) };
        }
      })(root),
  },
  'takes an empty chunk for the end': {
    noticedBy: /single bytes and empty chunks/,
    make: (root) =>
      new (class extends FilesystemObjectStore {
        override put(key: string, body: Body, signal?: AbortSignal) {
          async function* untilEmpty() {
            for await (const chunk of body) {
              if (chunk.length === 0) return;
              yield chunk;
            }
          }
          return super.put(key, untilEmpty(), signal);
        }
      })(root),
  },
  'takes the end of a range for exclusive': {
    noticedBy: /exactly the range/,
    make: (root) =>
      new (class extends FilesystemObjectStore {
        override get(key: string, range?: ByteRange) {
          return super.get(key, range && { start: range.start, end: Math.max(range.end - 1, range.start) });
        }
      })(root),
  },
  'answers a hopeless range with nothing': {
    noticedBy: /range that begins beyond/,
    make: (root) =>
      new (class extends FilesystemObjectStore {
        override get(key: string, range?: ByteRange) {
          return super.get(key, range).catch((error: unknown) => {
            if (error instanceof RangeError) return Readable.from([]);
            throw error;
          });
        }
      })(root),
  },
  'takes a missing object for an empty one': {
    noticedBy: /missing object is missing/,
    make: (root) =>
      new (class extends FilesystemObjectStore {
        override get(key: string, range?: ByteRange) {
          return super.get(key, range).catch(() => Readable.from([]));
        }
      })(root),
  },
  'fails to delete what is not there': {
    noticedBy: /deletes, also what is not there/,
    make: (root) =>
      new (class extends FilesystemObjectStore {
        override async delete(key: string) {
          if (!(await this.stat(key))) throw new Error('missing');
          return super.delete(key);
        }
      })(root),
  },
  'keeps the first object for ever': {
    noticedBy: /replaces an object whole/,
    make: (root) =>
      new (class extends FilesystemObjectStore {
        override async put(key: string, body: Body, signal?: AbortSignal) {
          return (await this.stat(key)) ?? super.put(key, body, signal);
        }
      })(root),
  },
  'keeps what came before the body failed': {
    noticedBy: /error of a body that fails/,
    make: (root) =>
      new (class extends FilesystemObjectStore {
        override async put(key: string, body: Body, signal?: AbortSignal) {
          let failure: unknown;
          async function* withoutError() {
            try {
              yield* body;
            } catch (error) {
              failure = error;
            }
          }
          const kept = await super.put(key, withoutError(), signal);
          if (failure) throw failure as Error;
          return kept;
        }
      })(root),
  },
  'deletes before it writes': {
    noticedBy: /keeps the object that was there/,
    make: (root) =>
      new (class extends FilesystemObjectStore {
        override async put(key: string, body: Body, signal?: AbortSignal) {
          await this.delete(key);
          return super.put(key, body, signal);
        }
      })(root),
  },
  'looks at the signal at the end only': {
    noticedBy: /gives up at once when aborted/,
    make: (root) =>
      new (class extends FilesystemObjectStore {
        override async put(key: string, body: Body, signal?: AbortSignal) {
          const kept = await super.put(key, body);
          signal?.throwIfAborted();
          return kept;
        }
      })(root),
  },
  'misses a signal that fired before': {
    noticedBy: /does not begin when aborted/,
    make: (root) =>
      new (class extends FilesystemObjectStore {
        override put(key: string, body: Body, signal?: AbortSignal) {
          return super.put(key, body, signal?.aborted ? undefined : signal);
        }
      })(root),
  },
  'shows an object before it is whole': {
    noticedBy: /nothing of a put under way/,
    make: (root) =>
      new (class extends FilesystemObjectStore {
        override async put(key: string, body: Body, signal?: AbortSignal) {
          await super.put(key, of(Buffer.from('part')));
          return super.put(key, body, signal);
        }
      })(root),
  },
  'mixes up objects that come at once': {
    noticedBy: /keeps many objects apart/,
    make: (root) => {
      let latest: Body;
      return new (class extends FilesystemObjectStore {
        override async put(key: string, body: Body, signal?: AbortSignal) {
          latest = body;
          await this.check();
          return super.put(key, latest, signal);
        }
      })(root);
    },
  },
  'glues rival puts together': {
    noticedBy: /one of several puts of one key/,
    make: (root) => {
      const puts = new Map<string, Promise<Buffer>[]>();
      return new (class extends FilesystemObjectStore {
        override async put(key: string, body: Body, signal?: AbortSignal) {
          const rivals = puts.get(key) ?? [];
          puts.set(key, rivals);
          const mine = buffer(Readable.from(body));
          rivals.push(mine);
          // By then those that began together are all there: none of them may be whole by chance.
          await mine;
          return super.put(key, of(Buffer.concat(await Promise.all(rivals))), signal);
        }
      })(root);
    },
  },
  'ends a stream early, as if it were whole, when its object goes': {
    noticedBy: /never passes a part for the whole/,
    make: (root) =>
      new (class extends FilesystemObjectStore {
        override async get(key: string, range?: ByteRange) {
          const stream = await super.get(key, range);
          const isThere = async () => (await this.stat(key)) !== null;
          return Readable.from(
            (async function* () {
              for await (const piece of stream) {
                if (!(await isThere())) return;
                yield piece as Buffer;
              }
            })(),
          );
        }
      })(root),
  },
  'lists everything, whatever the prefix': {
    noticedBy: /lists every object/,
    make: (root) =>
      new (class extends FilesystemObjectStore {
        override list() {
          return super.list('');
        }
      })(root),
  },
  'cannot list while objects go': {
    noticedBy: /goes on listing/,
    make: (root) =>
      new (class extends FilesystemObjectStore {
        override async *list(prefix: string) {
          const infos = [];
          for await (const info of super.list(prefix)) infos.push(info);
          for (const info of infos) {
            if (!(await this.stat(info.key))) throw new Error('gone');
            yield info;
          }
        }
      })(root),
  },
  'tidies keys up instead of refusing them': {
    noticedBy: /refuses keys that are none/,
    make: (root) =>
      new (class extends FilesystemObjectStore {
        override put(key: string, body: Body, signal?: AbortSignal) {
          return super.put(key.toLowerCase(), body, signal);
        }
      })(root),
  },
  'gathers the body in memory': {
    noticedBy: /200 MiB/,
    make: (root) =>
      new (class extends FilesystemObjectStore {
        override async put(key: string, body: Body, signal?: AbortSignal) {
          return super.put(key, of(await buffer(Readable.from(body))), signal);
        }
      })(root),
  },
  'reads ahead without an end': {
    noticedBy: /readers that stop/,
    make: (root) =>
      new (class extends FilesystemObjectStore {
        override async get(key: string, range?: ByteRange) {
          return Readable.from([await buffer(await super.get(key, range))]);
        }
      })(root),
  },
  'is down': {
    noticedBy: /says that it works/,
    make: (root) =>
      new (class extends FilesystemObjectStore {
        override check(): Promise<void> {
          return Promise.reject(new Error('down'));
        }
      })(root),
  },
};

describe('the contract of object stores', () => {
  let root: string;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'waybill-contract-'));
  });

  afterEach(() => rm(root, { recursive: true, force: true }));

  it.each(Object.entries(faults))('notices a store that %s', async (_fault, { noticedBy, make }) => {
    const found = objectStoreContract.filter(({ name }) => noticedBy.test(name));
    expect(found).toHaveLength(1);
    await expect(found[0]!.run(make(root))).rejects.toThrow();
  });

  it('has a broken store for every case', () => {
    const unproven = objectStoreContract.filter(
      ({ name }) => !Object.values(faults).some(({ noticedBy }) => noticedBy.test(name)),
    );
    expect(unproven.map(({ name }) => name)).toEqual([]);
  });
});
