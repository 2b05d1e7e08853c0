import { mediaTypeOf } from './media-type.js';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const ZIP = Buffer.from('504b03040a000000000000000000000000000000000000000000010000006100', 'hex');

describe('mediaTypeOf', () => {
  it('prefers the bytes over the name', async () => {
    expect(await mediaTypeOf(PNG, 'invoice.pdf')).toBe('image/png');
  });

  it('falls back to the extension where the bytes are ambiguous', async () => {
    expect(await mediaTypeOf(Buffer.from('hello'), 'notes.txt')).toBe('text/plain');
    expect(await mediaTypeOf(Buffer.from('<html>'), 'page.html')).toBe('text/html');
  });

  it('prefers the extension over a container format', async () => {
    expect(await mediaTypeOf(ZIP, 'a.docx')).toBe(
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    );
    expect(await mediaTypeOf(ZIP, 'a.zip')).toBe('application/zip');
  });

  it('falls back to application/octet-stream for unknown and empty files', async () => {
    expect(await mediaTypeOf(Buffer.from('hello'), 'unknown')).toBe('application/octet-stream');
    expect(await mediaTypeOf(Buffer.alloc(0), '')).toBe('application/octet-stream');
  });

  it('leaves out the parameters of a type, so that a voice note has a player', async () => {
    const opus = Buffer.concat([
      Buffer.from('OggS'),
      Buffer.alloc(24),
      Buffer.from('OpusHead'),
      Buffer.alloc(64),
    ]);
    expect(await mediaTypeOf(opus, 'note.opus')).toBe('audio/ogg');
  });

  it.each([
    ['main.py', 'text/x-python'],
    ['main.ts', 'application/typescript'],
    ['main.go', 'text/plain'],
    ['README.md', 'text/markdown'],
  ])('knows source code by its name: %s', async (name, type) => {
    expect(await mediaTypeOf(Buffer.from('hello'), name)).toBe(type);
  });
});
