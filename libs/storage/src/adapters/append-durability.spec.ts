import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import * as durableFiles from '@waybill/service-kit/durable-files';
import { inChunks, MEBIBYTE } from '../contract/contract-case.js';
import { FilesystemObjectStore } from './filesystem-object-store.js';

jest.mock('@waybill/service-kit/durable-files', () => {
  const original = jest.requireActual<typeof durableFiles>('@waybill/service-kit/durable-files');
  return { ...original, syncFolder: jest.fn(original.syncFolder) };
});

const actual = jest.requireActual<typeof durableFiles>('@waybill/service-kit/durable-files');
const all = { completes: () => true };
const synced = jest.mocked(durableFiles.syncFolder);

async function* of(...chunks: string[]) {
  for (const chunk of chunks) yield Buffer.from(chunk);
}

describe('FilesystemObjectStore and a disk that loses what was not synced', () => {
  let root: string;
  let store: FilesystemObjectStore;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'waybill-durability-'));
    store = new FilesystemObjectStore(root);
    synced.mockClear();
  });

  afterEach(() => rm(root, { recursive: true, force: true }));

  it('reports no byte of a first append before the name of its file survives a power cut', async () => {
    const isNamed: boolean[] = [];
    const onDurable = () => {
      isNamed.push(synced.mock.calls.some(([folder]) => folder === join(root, 'appending')));
    };
    await store.append('grown', null, inChunks(Buffer.alloc(40 * MEBIBYTE), MEBIBYTE), { onDurable });
    expect(isNamed).not.toEqual([]);
    expect(isNamed).not.toContain(false);
  });

  it('keeps the bytes of earlier appends when the folder of the complete object cannot be synced', async () => {
    const state = await store.append('grown', null, of('hello '));
    const failure = new Error('EIO');
    synced.mockImplementation((path) =>
      path.startsWith(join(root, 'objects/')) ? Promise.reject(failure) : actual.syncFolder(path),
    );
    await expect(store.append('grown', state, of('world'), all)).rejects.toBe(failure);
    expect(await store.stat('grown')).toBeNull();
    synced.mockImplementation(actual.syncFolder);
    expect(await store.append('grown', state, of('world'), all)).toBeNull();
    expect(String(await buffer(await store.get('grown')))).toBe('hello world');
  });
});
