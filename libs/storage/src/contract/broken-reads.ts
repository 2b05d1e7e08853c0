import { Readable } from 'node:stream';
import { FilesystemObjectStore } from '../adapters/filesystem-object-store.js';
import type { ByteRange, ObjectStore } from '../object-store.js';

/** Stores that each break one guarantee about reading, and the case that must detect it. */
export const brokenReads: Record<string, { detectedBy: RegExp; make: (root: string) => ObjectStore }> = {
  'treats the end of a range as exclusive': {
    detectedBy: /exactly the requested range/,
    make: (root) =>
      new (class extends FilesystemObjectStore {
        override get(key: string, range?: ByteRange) {
          return super.get(key, range && { start: range.start, end: Math.max(range.end - 1, range.start) });
        }
      })(root),
  },
  'reads few bytes with an exclusive end': {
    detectedBy: /a few bytes at once/,
    make: (root) =>
      new (class extends FilesystemObjectStore {
        protected override readAll(key: string, { start, end }: ByteRange) {
          return super.readAll(key, { start, end: Math.max(end - 1, start) });
        }
      })(root),
  },
  'keeps the few bytes that it read': {
    detectedBy: /a few bytes of the new object/,
    make: (root) => {
      const kept = new Map<string, Promise<Buffer>>();
      return new (class extends FilesystemObjectStore {
        protected override async readAll(key: string, range: ByteRange) {
          const bytes = kept.get(key) ?? super.readAll(key, range);
          kept.set(key, bytes);
          return Buffer.from(await bytes);
        }
      })(root);
    },
  },
  'returns no bytes for an unsatisfiable range': {
    detectedBy: /range that starts beyond/,
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
  'treats a missing object as empty': {
    detectedBy: /missing object as missing/,
    make: (root) =>
      new (class extends FilesystemObjectStore {
        override get(key: string, range?: ByteRange) {
          return super.get(key, range).catch(() => Readable.from([]));
        }
      })(root),
  },
};
