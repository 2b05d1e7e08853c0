import { fileNameOf } from './multipart-form.js';

describe('fileNameOf', () => {
  it('decodes percent-encoded quotes', () => {
    expect(fileNameOf('say %22hi%22.txt')).toBe('say "hi".txt');
  });

  it('replaces percent-encoded line ends with spaces', () => {
    expect(fileNameOf('a%0D%0Ab')).toBe('a  b');
  });

  it('keeps other percent signs', () => {
    expect(fileNameOf('100%25 done.txt')).toBe('100%25 done.txt');
  });
});
