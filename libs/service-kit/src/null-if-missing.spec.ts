import { readFile } from 'node:fs/promises';
import { nullIfMissing } from './null-if-missing.js';

describe('nullIfMissing', () => {
  it('returns the result of an operation that succeeds', async () => {
    expect(await nullIfMissing(readFile(__filename, 'utf8'))).toContain('nullIfMissing');
  });

  it('returns null for a file that does not exist', async () => {
    expect(await nullIfMissing(readFile(`${__filename}.none`))).toBeNull();
  });

  it('passes on every other error', async () => {
    await expect(nullIfMissing(readFile(__dirname))).rejects.toThrow('EISDIR');
  });
});
