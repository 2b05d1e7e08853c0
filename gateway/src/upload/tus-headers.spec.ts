import { metadataOf, rejectConcatenation } from './tus-headers.js';

const encoded = (value: string | Buffer) => Buffer.from(value).toString('base64');

describe('metadataOf', () => {
  it.each([
    ['photos/a\0b.jpg', 'photos/ab.jpg'],
    [Buffer.from([0xed, 0xa0, 0x80, 0x2f, 0x61]), '\ufffd\ufffd\ufffd/a'],
    [`${'x'.repeat(5000)}.jpg`, `${'x'.repeat(4092)}.jpg`],
  ])('cleans the path %j of an upload, and does not refuse it', (path, cleaned) => {
    const metadata = `filename ${encoded('a.jpg')},path ${encoded(path)}`;
    expect(metadataOf({ 'upload-metadata': metadata }).target).toEqual({ path: cleaned });
  });

  it.each(['filename', 'sender', 'bundle'])('refuses a NUL in %s', (key) => {
    const others = key === 'filename' ? '' : `filename ${encoded('a.jpg')},`;
    const metadata = `${others}${key} ${encoded('a\0b')}`;
    expect(() => metadataOf({ 'upload-metadata': metadata })).toThrow(
      expect.objectContaining({ code: 'uploads.malformed-header' }),
    );
  });
});

describe('rejectConcatenation', () => {
  it.each(['partial', 'final;/api/uploads/a /api/uploads/b'])(
    'refuses a part of a file that is to be joined: %s',
    (concat) => {
      expect(() => rejectConcatenation({ 'upload-concat': concat })).toThrow(
        expect.objectContaining({ code: 'uploads.no-concatenation' }),
      );
    },
  );

  it('takes a whole file', () => {
    expect(() => rejectConcatenation({ 'upload-length': '1' })).not.toThrow();
  });
});
