import { runInContext } from './call-context.js';
import { hashPassword, type PasswordClient, verifyPassword } from './password-hash.js';

const client: PasswordClient = { network: '203.0.113.1', isShared: false };
const stranger: PasswordClient = { network: '198.51.100.1', isShared: false };

describe('password hash', () => {
  it('a password hash is argon2id with the parameters that OWASP recommends', async () => {
    expect(await hashPassword('correct horse', client)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('verifies its own password and no other', async () => {
    const hash = await hashPassword('correct horse', client);

    expect(await verifyPassword(hash, 'correct horse', client)).toBe(true);
    expect(await verifyPassword(hash, 'Correct horse', client)).toBe(false);
  });

  it('verifies the same password in another Unicode form', async () => {
    const hash = await hashPassword('pa\u00dfwo\u0308rter', client);

    expect(await verifyPassword(hash, 'pa\u00dfw\u00f6rter', client)).toBe(true);
  });

  it('differs between two accounts with the same password', async () => {
    expect(await hashPassword('correct horse', client)).not.toBe(await hashPassword('correct horse', client));
  });
});

describe('passwords at the same time', () => {
  /** @returns the codes of the refusals; null for work that was done */
  async function codesOf(attempts: readonly Promise<unknown>[]): Promise<(string | null)[]> {
    const outcomes = await Promise.allSettled(attempts);
    return outcomes.map((outcome) =>
      outcome.status === 'fulfilled' ? null : (outcome.reason as { code: string }).code,
    );
  }
  const times = <T>(count: number, work: () => T) => Array.from({ length: count }, work);

  it('of one network are hashed and verified two at once, four wait, and the others are refused', async () => {
    const hash = await hashPassword('correct horse', client);
    const many = [
      ...times(10, () => verifyPassword(hash, 'correct horse', client)),
      ...times(10, () => hashPassword('correct horse', client)),
    ];
    await expect(many[19]).rejects.toMatchObject({
      code: 'request.too-many',
      status: 429,
      retryAfterSeconds: 2,
    });
    expect((await codesOf(many)).filter((code) => code === null)).toHaveLength(6);
  });

  it('of one network delay that of another by its own turn only', async () => {
    const hash = await hashPassword('correct horse', client);
    const turns: string[] = [];
    const verify = (from: PasswordClient) =>
      verifyPassword(hash, 'correct horse', from, async () => void turns.push(from.network));
    await Promise.all([...times(6, () => verify(client)), verify(stranger)]);
    // Two ran already, and the first of those that waited was in front of it.
    expect(turns.indexOf(stranger.network)).toBe(3);
  });

  it('of an address that many clients share wait in larger numbers', async () => {
    const office = { network: '10.0.0.1', isShared: true };
    const codes = await codesOf(times(20, () => hashPassword('correct horse', office)));
    expect(codes.filter((code) => code !== null)).toEqual([]);
  });

  it('of very many networks are bounded in total', async () => {
    const networks = Array.from({ length: 134 }, (_, n) => ({ network: `192.0.2.${n}`, isShared: false }));
    const attempts = networks.map((network) => hashPassword('correct horse', network));
    await expect(attempts[133]).rejects.toMatchObject({
      code: 'server.busy',
      status: 503,
      retryAfterSeconds: 2,
    });
    expect((await codesOf(attempts)).filter((code) => code === 'server.busy')).toHaveLength(4);
  });

  it('are dropped when the call that waits for them has ended', async () => {
    const deadline = Date.now();
    const attempts = runInContext({ correlationId: 'call-1', deadline }, () =>
      times(5, () => hashPassword('correct horse', client)),
    );
    expect(await codesOf(attempts)).toEqual([null, null, 'server.busy', 'server.busy', 'server.busy']);
  });
});
