import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { FilesystemObjectStore } from './adapters/filesystem-object-store.js';
import { brokenAppends } from './contract/broken-appends.js';
import { brokenReads } from './contract/broken-reads.js';
import { objectStoreContract } from './object-store.contract.js';
import { type ByteRange, type ObjectStore } from './object-store.js';

type Body = AsyncIterable<Uint8Array>;

async function* of(bytes: Uint8Array) {
  yield bytes;
}

/** Stores that each break one guarantee, and the case that must detect it. */
const faults: Record<string, { detectedBy: RegExp; make: (root: string) => ObjectStore }> = {
  ...brokenAppends,
  ...brokenReads,
  'drops the last byte of large objects': {
    detectedBy: /returns the bytes that were stored/,
    make: (root) =>
      new (class extends FilesystemObjectStore {
        override async put(key: string, body: Body) {
          const bytes = await buffer(Readable.from(body));
          const { size } = await super.put(key, of(bytes.subarray(0, 3 * 1024 * 1024)));
          return { size: Math.max(size, bytes.length) };
        }
      })(root),
  },
  'treats an empty chunk as the end': {
    detectedBy: /single bytes and empty chunks/,
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
  'fails to delete a missing object': {
    detectedBy: /deletes an object, and succeeds/,
    make: (root) =>
      new (class extends FilesystemObjectStore {
        override async delete(key: string) {
          if (!(await this.stat(key))) throw new Error('missing');
          return super.delete(key);
        }
      })(root),
  },
  'never replaces an object': {
    detectedBy: /replaces an object completely/,
    make: (root) =>
      new (class extends FilesystemObjectStore {
        override async put(key: string, body: Body, signal?: AbortSignal) {
          return (await this.stat(key)) ?? super.put(key, body, signal);
        }
      })(root),
  },
  'stores the bytes before an error of the body': {
    detectedBy: /error of a failing body/,
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
    detectedBy: /keeps the existing object/,
    make: (root) =>
      new (class extends FilesystemObjectStore {
        override async put(key: string, body: Body, signal?: AbortSignal) {
          await this.delete(key);
          return super.put(key, body, signal);
        }
      })(root),
  },
  'checks the signal only at the end': {
    detectedBy: /rejects immediately when aborted/,
    make: (root) =>
      new (class extends FilesystemObjectStore {
        override async put(key: string, body: Body, signal?: AbortSignal) {
          const kept = await super.put(key, body);
          signal?.throwIfAborted();
          return kept;
        }
      })(root),
  },
  'ignores a signal that fired before': {
    detectedBy: /does not start when it was aborted/,
    make: (root) =>
      new (class extends FilesystemObjectStore {
        override put(key: string, body: Body, signal?: AbortSignal) {
          return super.put(key, body, signal?.aborted ? undefined : signal);
        }
      })(root),
  },
  'shows an object before it is complete': {
    detectedBy: /hides a running put/,
    make: (root) =>
      new (class extends FilesystemObjectStore {
        override async put(key: string, body: Body, signal?: AbortSignal) {
          await super.put(key, of(Buffer.from('part')));
          return super.put(key, body, signal);
        }
      })(root),
  },
  'mixes up concurrent objects': {
    detectedBy: /stores and reads many objects/,
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
  'concatenates concurrent puts': {
    detectedBy: /one of several concurrent puts of one key/,
    make: (root) => {
      const puts = new Map<string, Promise<Buffer>[]>();
      return new (class extends FilesystemObjectStore {
        override async put(key: string, body: Body, signal?: AbortSignal) {
          const rivals = puts.get(key) ?? [];
          puts.set(key, rivals);
          const mine = buffer(Readable.from(body));
          rivals.push(mine);
          // Let all concurrent puts start before this one continues, so that no object is complete by chance.
          await mine;
          return super.put(key, of(Buffer.concat(await Promise.all(rivals))), signal);
        }
      })(root);
    },
  },
  'ends a stream early without an error when its object is deleted': {
    detectedBy: /never ends early without an error/,
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
  'ignores the prefix of a list': {
    detectedBy: /lists exactly the objects/,
    make: (root) =>
      new (class extends FilesystemObjectStore {
        override list() {
          return super.list('');
        }
      })(root),
  },
  'cannot list while objects are deleted': {
    detectedBy: /lists every remaining object/,
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
  'normalises malformed keys instead of refusing them': {
    detectedBy: /refuses malformed keys/,
    make: (root) =>
      new (class extends FilesystemObjectStore {
        override put(key: string, body: Body, signal?: AbortSignal) {
          return super.put(key.toLowerCase(), body, signal);
        }
      })(root),
  },
  'collects the body in memory': {
    detectedBy: /200 MiB/,
    make: (root) =>
      new (class extends FilesystemObjectStore {
        override async put(key: string, body: Body, signal?: AbortSignal) {
          return super.put(key, of(await buffer(Readable.from(body))), signal);
        }
      })(root),
  },
  'reads ahead without limit': {
    detectedBy: /reader that stops/,
    make: (root) =>
      new (class extends FilesystemObjectStore {
        override async get(key: string, range?: ByteRange) {
          return Readable.from([await buffer(await super.get(key, range))]);
        }
      })(root),
  },
  'is unavailable': {
    detectedBy: /passes the health check/,
    make: (root) =>
      new (class extends FilesystemObjectStore {
        override check(): Promise<void> {
          return Promise.reject(new Error('down'));
        }
      })(root),
  },
};

describe('contract suite of object stores', () => {
  let root: string;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'waybill-contract-'));
  });

  afterEach(() => rm(root, { recursive: true, force: true }));

  it.each(Object.entries(faults))('detects a store that %s', async (_fault, { detectedBy, make }) => {
    const found = objectStoreContract.filter(({ name }) => detectedBy.test(name));
    expect(found).toHaveLength(1);
    await expect(found[0]!.run(make(root))).rejects.toThrow();
  });

  it('the contract of object stores has a broken store for every case', () => {
    const unproven = objectStoreContract.filter(
      ({ name }) => !Object.values(faults).some(({ detectedBy }) => detectedBy.test(name)),
    );
    expect(unproven.map(({ name }) => name)).toEqual([]);
  });
});
