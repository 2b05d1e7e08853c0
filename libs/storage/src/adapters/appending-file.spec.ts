import { type FileHandle, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openForAppending } from './appending-file.js';

/** The descriptor of a closed file. */
const CLOSED = -1;

describe('openForAppending', () => {
  it('an incomplete object is closed again if it cannot be marked as used', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'waybill-appending-'));
    const path = join(folder, 'object');
    await writeFile(path, 'hello');
    const other = await open(path);
    const utimes = jest.spyOn(Object.getPrototypeOf(other) as FileHandle, 'utimes');
    utimes.mockRejectedValueOnce(new Error('EIO'));
    await expect(openForAppending(path, 5)).rejects.toThrow('EIO');
    const [opened] = utimes.mock.contexts;
    utimes.mockRestore();
    await other.close();
    await rm(folder, { recursive: true });
    expect(opened?.fd).toBe(CLOSED);
  });
});
