import { rejectNulInUrl, rejectNulInJson } from './reject-nul-bytes.js';

const malformed = expect.objectContaining({ code: 'request.malformed' });
const NUL = String.fromCharCode(0);

describe('rejectNulInJson', () => {
  it.each([NUL, `a${NUL}b`, `\\${NUL}`, `\\\\${NUL}`])('rejects a NUL character in %j', (name) => {
    expect(() => rejectNulInJson(JSON.stringify({ name }))).toThrow(malformed);
  });

  it.each(['\\u0000', 'a\\u0000', '\\\\u0000', '\u0001'])(
    'accepts %j, which only looks like an escaped NUL',
    (name) => {
      expect(() => rejectNulInJson(JSON.stringify({ name }))).not.toThrow();
    },
  );

  it('rejects a NUL character in a URL', () => {
    expect(() => rejectNulInUrl('/api/verify-email?token=%00')).toThrow(malformed);
    expect(() => rejectNulInUrl('/api/verify-email?token=100%25')).not.toThrow();
  });

  it('takes linear time', () => {
    expect(() => rejectNulInJson('\\'.repeat(65_536))).not.toThrow();
  });
});
