import { csvLine } from './csv.js';

describe('csvLine', () => {
  it('divides cells by commas and ends with CRLF', () => {
    expect(csvLine(['a', 1, true, null, ''])).toBe('a,1,true,,\r\n');
  });

  it('quotes commas, quotes and line ends', () => {
    expect(csvLine(['a,b', 'say "x"', 'two\nlines'])).toBe('"a,b","say ""x""","two\nlines"\r\n');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\r=x'])('makes %j harmless', (text) => {
    expect(csvLine([text])).toMatch(/^"?'/);
  });
});
