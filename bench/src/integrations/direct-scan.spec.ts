import { instream } from './direct-scan.js';

const streamOf = async (...pieces: Uint8Array[]) => {
  const source = async function* () {
    yield* await Promise.resolve(pieces);
  };
  const sent: Uint8Array[] = [];
  for await (const part of instream(source())) sent.push(part);
  return Buffer.concat(sent);
};

describe('instream', () => {
  it('sends the command, each chunk behind its length, and a length of 0 at the end', async () => {
    expect((await streamOf(Buffer.from('abc'))).toString('latin1')).toBe('zINSTREAM\0\0\0\0\x03abc\0\0\0\0');
  });

  it('sends pieces of more than 64 KiB as several chunks', async () => {
    const head = 'zINSTREAM\0'.length;
    const bytes = await streamOf(Buffer.alloc(64 * 1024 + 5));
    expect(bytes.readUInt32BE(head)).toBe(64 * 1024);
    expect(bytes.readUInt32BE(head + 4 + 64 * 1024)).toBe(5);
    expect(bytes.length).toBe(head + 4 + 64 * 1024 + 4 + 5 + 4);
  });
});
