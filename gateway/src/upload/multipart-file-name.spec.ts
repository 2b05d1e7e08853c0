import { fileNameOf } from './multipart-file-name.js';

describe('fileNameOf', () => {
  it('gives a quote back that form data escaped', () => {
    expect(fileNameOf('say %22hi%22.txt')).toBe('say "hi".txt');
  });

  it('lets no line end into a name', () => {
    expect(fileNameOf('a%0D%0Ab')).toBe('a  b');
  });

  it('leaves other percent signs alone', () => {
    expect(fileNameOf('100%25 done.txt')).toBe('100%25 done.txt');
  });
});
