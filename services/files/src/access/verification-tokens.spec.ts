import {
  isViewerToken,
  subjectNamedBy,
  type TokenSubject,
  VerificationTokens,
} from './verification-tokens.js';

const tokens = new VerificationTokens([Buffer.alloc(32, 1)]);
const file = { kind: 'file' as const, id: 'b2f7e0c6-0a54-4a8e-9a61-0f3f6a3c9f10', version: 3 };
const now = new Date('2026-03-01T12:00:00Z');
const later = new Date('2026-03-02T12:00:00Z');

describe('VerificationTokens', () => {
  const token = tokens.issue(file, later);

  it('accepts a token for its file until the token expires', () => {
    expect(tokens.verify(token, file, now)).toBe(true);
    expect(tokens.verify(token, file, later)).toBe(false);
  });

  it('refuses a token after the password has changed', () => {
    expect(tokens.verify(token, { ...file, version: 4 }, now)).toBe(false);
  });

  it('refuses a token for another file', () => {
    expect(tokens.verify(token, { ...file, id: 'another' }, now)).toBe(false);
  });

  it('refuses a token signed with another secret', () => {
    expect(new VerificationTokens([Buffer.alloc(32, 2)]).verify(token, file, now)).toBe(false);
  });

  it('accepts tokens of a former secret while it is configured, and signs with the first secret', () => {
    const both = new VerificationTokens([Buffer.alloc(32, 2), Buffer.alloc(32, 1)]);
    expect(both.verify(token, file, now)).toBe(true);
    const next = both.issue(file, later);
    expect(tokens.verify(next, file, now)).toBe(false);
    expect(new VerificationTokens([Buffer.alloc(32, 2)]).verify(next, file, now)).toBe(true);
  });

  it('refuses a token whose expiry was extended', () => {
    const stretched = token.replace(/^[^.]+/, (expiry) => (parseInt(expiry, 36) + 1).toString(36));
    expect(tokens.verify(stretched, file, now)).toBe(false);
  });

  it.each([
    '',
    '.',
    'nonsense',
    `${token}x`,
    token.slice(0, -1),
    ` ${token}`,
    'zzzzzzzzzzzz.' + 'A'.repeat(43),
  ])('refuses the malformed token %j', (other) => expect(tokens.verify(other, file, now)).toBe(false));

  it('issues tokens that need no escaping in a URL', () => {
    expect(encodeURIComponent(token)).toBe(token);
  });
});

describe('tokens for the external viewer', () => {
  const { id, version } = file;
  const [fileId, session] = ['7c1c6d1e-3f0b-4c55-9d0e-2f7a54a3b8aa', '0b9d3c9e-7a55-4f0e-8f57-0d3c1f1f6c11'];
  const ofViewer: TokenSubject[] = [
    { kind: 'viewer', id, version },
    { kind: 'first-link-viewer', id, version },
    { kind: 'bundle', id, version, fileId },
    { kind: 'link', id, version, session, fileId },
  ];
  const others: TokenSubject[] = [
    file,
    { kind: 'bundle', id, version },
    { kind: 'link', id, version, session },
    { kind: 'request', id, version },
  ];

  it('differ from all others, and prove no other subject', () => {
    const subjects = [...ofViewer, ...others];
    for (const subject of subjects) {
      const token = tokens.issue(subject, later);
      expect(isViewerToken(token)).toBe(ofViewer.includes(subject));
      expect(subjects.filter((one) => tokens.verify(token, one, now))).toEqual([subject]);
      expect(subjectNamedBy(token)).toEqual(subject === file ? null : { ...subject, version: undefined });
    }
  });
});
