import { Readable } from 'node:stream';
import { FilesystemObjectStore } from '../adapters/filesystem-object-store.js';
import {
  AlreadyCompleteError,
  type AppendOptions,
  type AppendState,
  ObjectNotFoundError,
  type ObjectStore,
} from '../object-store.js';

type Body = AsyncIterable<Uint8Array>;

const part = () => Readable.from([Buffer.from('part')]);

async function* withoutFirstByte(body: Body) {
  let isFirst = true;
  for await (const chunk of body) {
    yield isFirst ? chunk.subarray(1) : chunk;
    isFirst = false;
  }
}

/** Stores that each break one guarantee about appending, and the case that must detect it. */
export const brokenAppends: Record<string, { detectedBy: RegExp; make: (root: string) => ObjectStore }> = {
  'drops the first byte of each append': {
    detectedBy: /appends at any offset/,
    make: (root) =>
      new (class extends FilesystemObjectStore {
        override append(key: string, since: AppendState | null, body: Body, options?: AppendOptions) {
          return super.append(key, since, withoutFirstByte(body), options);
        }
      })(root),
  },
  'shows an object that is not complete': {
    detectedBy: /shows nothing of an incomplete object/,
    make: (root) =>
      new (class extends FilesystemObjectStore {
        override async append(key: string, since: AppendState | null, body: Body, options?: AppendOptions) {
          const state = await super.append(key, since, body, options);
          await this.put(key, part());
          return state;
        }
      })(root),
  },
  'appends to the newest state, not to the given one': {
    detectedBy: /replaces what was appended after an older state/,
    make: (root) => {
      let newest: AppendState | null = null;
      return new (class extends FilesystemObjectStore {
        override async append(key: string, _since: AppendState | null, body: Body, options?: AppendOptions) {
          newest = await super.append(key, newest, body, options);
          return newest;
        }
      })(root);
    },
  },
  'keeps a first append that failed': {
    detectedBy: /leaves nothing of a first append/,
    make: (root) =>
      new (class extends FilesystemObjectStore {
        override async append(key: string, since: AppendState | null, body: Body, options?: AppendOptions) {
          try {
            return await super.append(key, since, body, options);
          } catch (error) {
            await this.put(`${key}-failed`, part());
            throw error;
          }
        }
      })(root),
  },
  'reports no state before the end of the body': {
    detectedBy: /reports states to continue from/,
    make: (root) =>
      new (class extends FilesystemObjectStore {
        override append(key: string, since: AppendState | null, body: Body) {
          return super.append(key, since, body);
        }
      })(root),
  },
  'takes a complete object for a deleted one': {
    detectedBy: /distinguishes an append to a complete object/,
    make: (root) =>
      new (class extends FilesystemObjectStore {
        override async append(key: string, since: AppendState | null, body: Body, options?: AppendOptions) {
          try {
            return await super.append(key, since, body, options);
          } catch (error) {
            throw error instanceof AlreadyCompleteError ? new ObjectNotFoundError(key) : error;
          }
        }
      })(root),
  },
  'brings an object back that was deleted while its last bytes arrived': {
    detectedBy: /completes no object whose bytes are deleted/,
    make: (root) =>
      new (class extends FilesystemObjectStore {
        override async append(key: string, since: AppendState | null, body: Body, options?: AppendOptions) {
          try {
            return await super.append(key, since, body, options);
          } catch (error) {
            await this.put(key, part());
            throw error;
          }
        }
      })(root),
  },
  'deletes complete objects only': {
    detectedBy: /deletes an incomplete object/,
    make: (root) =>
      new (class extends FilesystemObjectStore {
        override async delete(key: string) {
          if (await this.stat(key)) await super.delete(key);
        }
      })(root),
  },
};
