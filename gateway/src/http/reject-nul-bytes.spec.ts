import { rejectNulInUrl, rejectNulInJson } from './reject-nul-bytes.js';

const malformed = expect.objectContaining({ code: 'request.malformed' });
const NUL = String.fromCharCode(0);

describe('text that no database keeps', () => {
  it.each([NUL, `a${NUL}b`, `\\${NUL}`, `\\\\${NUL}`])('is refused in JSON: %j', (name) => {
    expect(() => rejectNulInJson(JSON.stringify({ name }))).toThrow(malformed);
  });

  it.each(['\\u0000', 'a\\u0000', '\\\\u0000', '\u0001'])('is not seen where there is none: %j', (name) => {
    expect(() => rejectNulInJson(JSON.stringify({ name }))).not.toThrow();
  });

  it('is refused in an address', () => {
    expect(() => rejectNulInUrl('/api/verify-email?token=%00')).toThrow(malformed);
    expect(() => rejectNulInUrl('/api/verify-email?token=100%25')).not.toThrow();
  });

  it('is looked for in no more time than the body is long', () => {
    expect(() => rejectNulInJson('\\'.repeat(65_536))).not.toThrow();
  });
});
