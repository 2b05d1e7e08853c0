import { mediaTypeOf } from './media-type.js';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const ZIP = Buffer.from('504b03040a000000000000000000000000000000000000000000010000006100', 'hex');

describe('mediaTypeOf', () => {
  it('believes the bytes more than the name', async () => {
    expect(await mediaTypeOf(PNG, 'invoice.pdf')).toBe('image/png');
  });

  it('takes the name where the bytes do not tell', async () => {
    expect(await mediaTypeOf(Buffer.from('hello'), 'notes.txt')).toBe('text/plain');
    expect(await mediaTypeOf(Buffer.from('<html>'), 'page.html')).toBe('text/html');
  });

  it('takes the name of what only looks like an archive', async () => {
    expect(await mediaTypeOf(ZIP, 'a.docx')).toBe(
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    );
    expect(await mediaTypeOf(ZIP, 'a.zip')).toBe('application/zip');
  });

  it('has a type for what it does not know, and for nothing at all', async () => {
    expect(await mediaTypeOf(Buffer.from('hello'), 'unknown')).toBe('application/octet-stream');
    expect(await mediaTypeOf(Buffer.alloc(0), '')).toBe('application/octet-stream');
  });
});
