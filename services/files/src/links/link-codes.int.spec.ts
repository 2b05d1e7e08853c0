import {
  type Caller,
  type LinkSettings,
  linkCodeRequested,
  type OpenLink,
  MINUTE_MS,
} from '@waybill/contracts';
import { RateLimiter } from '@waybill/redis';
import { DataSource } from 'typeorm';
import { CreateLinkChallenges1795402900000 } from '../database/migrations/1795402900000-create-link-challenges.js';
import { FilesTestApp, HOUR_MS, stranger } from '../testing/files-test-app.js';
import { LinkTestKit } from '../testing/link-test-kit.js';
import { LinkCodeHash } from './link-code-hash.js';
import { openingsPerLinkAndNetwork } from './link-opening.limits.js';
import { LinkSessionSweep } from './link-session.sweep.js';

const email = 'ada@example.org';
const refused = (code: string) => expect.objectContaining({ code });
const from = (address: string): Caller => ({ ...stranger, address });
const reader = from('192.0.2.7');

let files: FilesTestApp;
let owner: Caller;
let kit: LinkTestKit;
let slug: string;
beforeAll(async () => {
  files = await FilesTestApp.start();
});
afterAll(() => files.close());
beforeEach(async () => {
  owner = await files.account('pro');
  kit = new LinkTestKit(files, owner);
  slug = await linked();
});

const linked = async (settings: LinkSettings = {}) =>
  (await kit.linked({ verifyEmail: true, ...settings })).link.slug;
const attempt = (form: OpenLink, caller = stranger) => kit.tryOpen(slug, { email, ...form }, caller);
const opens = async (form: OpenLink, caller = reader) => {
  await expect(attempt(form, caller)).resolves.toMatchObject({ opened: { token: expect.any(String) } });
};
/** Asks for a mail. @returns the code and token in the mail, and the challenge of the caller */
const ask = async (caller = stranger, address = email) => {
  const { challenge } = await kit.tryOpen(slug, { email: address }, caller);
  const { code, mailToken } = files.published(linkCodeRequested).at(-1)?.data as {
    code: string;
    mailToken: string;
  };
  return { code, mailToken, challenge: challenge ?? undefined };
};
const wrongOf = (...codes: string[]) =>
  ['000000', '000001', '000002', '000003', '000004', '000005'].find((code) => !codes.includes(code)) ?? '';

describe('codes of a link', () => {
  it('codes of a link are mailed, redeemed once, and stored as a keyed hash', async () => {
    await expect(attempt({})).resolves.toEqual({ opened: null, challenge: expect.any(String) });
    const { code, challenge } = await ask();
    expect(code).toMatch(/^\d{6}$/);
    const [row] = await files.rows('SELECT * FROM link_challenges WHERE id = $1', [challenge]);
    expect(JSON.stringify(row)).not.toContain(code);
    await opens({ email: 'ADA@example.org', code, challenge });
    await expect(attempt({ code, challenge })).rejects.toEqual(refused('links.incorrect-code'));
  });

  it('a code is worthless after five wrong tries, after ten minutes, and for another address', async () => {
    const { code, challenge } = await ask();
    const other = kit.tryOpen(slug, { email: 'bob@example.org', code, challenge });
    await expect(other).rejects.toEqual(refused('links.incorrect-code'));
    for (let n = 0; n < 5; n += 1) {
      const tried = attempt({ code: wrongOf(code), challenge });
      await expect(tried).rejects.toEqual(refused('links.incorrect-code'));
    }
    await expect(attempt({ code, challenge })).rejects.toEqual(refused('links.incorrect-code'));
    const late = await ask();
    files.clock.advance(10 * MINUTE_MS);
    await expect(attempt({ code: late.code, challenge: late.challenge })).rejects.toEqual(
      refused('links.incorrect-code'),
    );
    await expect(attempt({ mailToken: late.mailToken })).rejects.toEqual(refused('links.mail-link-used'));
  });

  it('codes are accepted without a challenge, also after newer mails of others, for five wrong tries', async () => {
    const own = await ask(reader);
    const others = [await ask(), await ask()].map(({ code }) => code);
    const wrong = wrongOf(own.code, ...others);
    for (let n = 0; n < 4; n += 1) await expect(attempt({ code: wrong })).rejects.toBeDefined();
    await opens({ code: own.code });
    const second = await ask(reader);
    const tried = wrongOf(second.code, ...others);
    for (let n = 0; n < 5; n += 1) await expect(attempt({ code: tried }, reader)).rejects.toBeDefined();
    await expect(attempt({ code: second.code }, reader)).rejects.toEqual(refused('links.incorrect-code'));
  });

  it('wrong codes of others do not end a code, with or without a challenge of their own', async () => {
    const own = await ask(reader);
    const other = await ask();
    const wrong = wrongOf(own.code, other.code);
    for (const challenge of [undefined, other.challenge]) {
      for (let n = 0; n < 10; n += 1) {
        await expect(attempt({ code: wrong, challenge })).rejects.toMatchObject({
          code: expect.stringMatching(/^links\.(incorrect-code|too-many-wrong-codes)$/),
        });
      }
    }
    await opens({ code: own.code, challenge: own.challenge });
  });

  it('codes of a link belong to one link and one address, also with the challenge of another', async () => {
    const { code, mailToken, challenge } = await ask();
    slug = await linked();
    await expect(attempt({ code, challenge })).rejects.toEqual(refused('links.incorrect-code'));
    await expect(attempt({ mailToken })).rejects.toEqual(refused('links.mail-link-used'));
  });

  it('codes that the version before mailed still open the link after the update', async () => {
    const { link } = await kit.linked({ verifyEmail: true });
    slug = link.slug;
    const linkId = link.id;
    const codeHash = new LinkCodeHash([Buffer.alloc(32, 7)]).of(linkId, email, '041592');
    const expiresAt = new Date(Date.now() + 24 * HOUR_MS);
    await files.rows('INSERT INTO link_codes VALUES ($1, $2, $3, 4, $4)', [
      linkId,
      email,
      codeHash,
      expiresAt,
    ]);
    const runner = files.get(DataSource).createQueryRunner();
    await new CreateLinkChallenges1795402900000().down(runner);
    await new CreateLinkChallenges1795402900000().up(runner);
    await runner.release();
    await opens({ code: '041592' });
  });

  it('a new mail has a link and no code after thirty wrong codes in a day', async () => {
    const networks = Array.from({ length: 12 }, (_, n) => from(`203.0.113.${n + 1}`));
    const asked = [];
    for (const caller of networks.slice(0, 4)) asked.push({ ...(await ask(caller)), caller });
    const wrong = wrongOf(...asked.map(({ code }) => code));
    for (const { challenge, caller } of asked) {
      for (let n = 0; n < 4; n += 1)
        await expect(attempt({ code: wrong, challenge }, caller)).rejects.toBeDefined();
    }
    // A wrong code without a challenge is compared with the codes of all four mails, and counts four times.
    for (const caller of networks.slice(5, 9))
      await expect(attempt({ code: wrong }, caller)).rejects.toBeDefined();
    await expect(attempt({ code: wrong }, reader)).rejects.toEqual(refused('links.too-many-wrong-codes'));
    expect((await ask(reader)).code).toBe('');
    // The browser that asked still has its fifth try, which callers without its challenge cannot use up.
    await opens({ code: asked[0]!.code, challenge: asked[0]!.challenge });
    await opens({ mailToken: asked[1]!.mailToken });
  });

  it('codes are no longer mailed for a network after fifteen wrong ones in a day, but for others', async () => {
    const asked = [await ask(), await ask()];
    const wrong = wrongOf(...asked.map(({ code }) => code));
    // A wrong code without a challenge is compared with the codes of both mails, and counts twice.
    for (const challenge of [...asked.flatMap((one) => Array(5).fill(one.challenge)), ...Array(3)]) {
      await expect(attempt({ code: wrong, challenge })).rejects.toEqual(refused('links.incorrect-code'));
    }
    expect((await ask()).code).toBe('');
    expect((await ask(reader)).code).toMatch(/^\d{6}$/);
  });
});

describe('mails that prove an address', () => {
  it('a code and the link of a mail stay valid where a network has opened the link too often', async () => {
    const { link } = await kit.linked({ verifyEmail: true });
    slug = link.slug;
    const [one, other] = [await ask(), await ask()];
    const { points } = openingsPerLinkAndNetwork;
    await files.get(RateLimiter).consume(openingsPerLinkAndNetwork, `${link.id} ${reader.address}`, points);
    const proofs = [{ code: one.code, challenge: one.challenge }, { mailToken: other.mailToken }];
    for (const proof of proofs) {
      await expect(attempt(proof, reader)).rejects.toEqual(refused('files.too-many-attempts'));
      await opens(proof, from('192.0.2.8'));
    }
  });

  it('mails that prove an address are limited to three of a network and five in all, for a link and an address', async () => {
    for (let n = 0; n < 3; n += 1) await ask();
    await expect(attempt({})).rejects.toMatchObject({
      code: 'links.too-many-codes',
      retryAfterSeconds: expect.any(Number),
    });
    await ask(reader);
    await ask(from('192.0.2.8'));
    await expect(attempt({}, from('192.0.2.9'))).rejects.toEqual(refused('links.too-many-codes'));
  });

  it('mails that prove an address count an IPv6 customer as one network', async () => {
    for (let n = 0; n < 3; n += 1) await ask(from(`2001:db8:1:${n}::1`));
    await expect(attempt({}, from('2001:db8:1:ff00::1'))).rejects.toEqual(refused('links.too-many-codes'));
    await ask(from('2001:db8:2::1'));
  });

  it('a mail that proves an address opens the link once by its own link, whatever codes were tried, while no further mail is sent', async () => {
    const asked = [];
    for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4', '192.0.2.5']) {
      asked.push(await ask(from(address)));
    }
    await expect(attempt({}, reader)).rejects.toEqual(refused('links.too-many-codes'));
    const wrong = wrongOf(...asked.map(({ code }) => code));
    for (let n = 0; n < 20; n += 1) await expect(attempt({ code: wrong })).rejects.toBeDefined();
    for (const { mailToken } of asked) {
      // Do not change the last character: some of its bits are padding.
      const forged = (mailToken.startsWith('A') ? 'B' : 'A') + mailToken.slice(1);
      await expect(kit.tryOpen(slug, { mailToken: forged })).rejects.toBeDefined();
      await expect(kit.tryOpen(slug, { mailToken }, reader)).resolves.toMatchObject({ opened: {} });
      await expect(kit.tryOpen(slug, { mailToken }, reader)).rejects.toEqual(refused('links.mail-link-used'));
    }
  });

  it('codes do not pass the password of the link, nor a list of addresses that changed', async () => {
    slug = await linked({ password: 'sesame' });
    await kit.tryOpen(slug, { email, password: 'sesame' });
    const { mailToken } = files.published(linkCodeRequested).at(-1)?.data as { mailToken: string };
    await expect(kit.tryOpen(slug, { mailToken })).rejects.toEqual(refused('files.password-required'));
    await expect(kit.tryOpen(slug, { mailToken, password: 'sesame' })).resolves.toMatchObject({ opened: {} });
    const { link } = await kit.linked({ verifyEmail: true });
    slug = link.slug;
    const mail = await ask();
    await kit.change(link.id, { allowedEmails: ['@navy.example'] });
    await expect(kit.tryOpen(slug, { mailToken: mail.mailToken })).rejects.toEqual(
      refused('links.email-not-allowed'),
    );
  });

  it('mails that prove an address do not flood a mailbox from many links of one owner, nor keep those of other owners away', async () => {
    for (let n = 0; n < 15; n += 1) {
      slug = await linked();
      await ask(from(`198.51.100.${n + 1}`), `ada+${n}@example.org`);
    }
    slug = await linked();
    await expect(attempt({}, reader)).rejects.toEqual(refused('links.too-many-codes'));
    kit = new LinkTestKit(files, await files.account('pro'));
    slug = await linked();
    await ask(reader);
  });

  it('mails have no code after sixty with one for a link in an hour, and still open it', async () => {
    for (let n = 0; n < 60; n += 1) await ask(from(`198.18.0.${n + 1}`), `reader-${n}@navy.example`);
    const { code, mailToken } = await ask(from('198.18.1.1'), 'last@navy.example');
    expect(code).toBe('');
    await expect(kit.tryOpen(slug, { mailToken }, reader)).resolves.toMatchObject({ opened: {} });
  });

  it('codes are deleted with the openings once they are over', async () => {
    const { challenge } = await ask();
    slug = (await kit.linked({ requireEmail: true })).link.slug;
    await kit.open(slug, { email });
    files.clock.advance(24 * HOUR_MS);
    await files.get(LinkSessionSweep).sweep();
    for (const table of ['link_sessions', 'link_challenges', 'link_codes']) {
      await expect(files.rows(`SELECT 1 FROM ${table}`)).resolves.toEqual([]);
    }
    expect(challenge).toBeDefined();
  });
});
