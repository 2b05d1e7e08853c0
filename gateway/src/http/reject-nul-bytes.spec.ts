import { rejectNulInUrl } from './reject-nul-bytes.js';

const malformed = expect.objectContaining({ code: 'request.malformed' });

describe('rejectNulInUrl', () => {
  it('rejects a NUL character in a URL', () => {
    expect(() => rejectNulInUrl('/api/verify-email?token=%00')).toThrow(malformed);
    expect(() => rejectNulInUrl('/api/verify-email?token=100%25')).not.toThrow();
  });
});
