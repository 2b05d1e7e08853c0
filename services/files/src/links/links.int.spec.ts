import { randomUUID } from 'node:crypto';
import { type Caller, fileAccessed, linkChanged, listLinks, revokeLink } from '@waybill/contracts';
import { browser, FilesTestApp, stranger } from '../testing/files-test-app.js';
import { LinkTestKit } from '../testing/link-test-kit.js';

const refused = (code: string) => expect.objectContaining({ code });

let files: FilesTestApp;
let owner: Caller;
let kit: LinkTestKit;
beforeAll(async () => {
  files = await FilesTestApp.start();
});
afterAll(() => files.close());
beforeEach(async () => {
  owner = await files.account('pro');
  kit = new LinkTestKit(files, owner);
});

describe('links of a file', () => {
  it('links are made with a random address of 12 characters, and stand in the list after the first link', async () => {
    const { fileId, link } = await kit.linked({ name: 'Grace' });
    expect(link).toMatchObject({
      name: 'Grace',
      isActive: true,
      downloads: 0,
      allowDownload: true,
      isFirst: false,
    });
    expect(link.slug).toMatch(/^[a-z0-9]{12}$/);
    await expect(kit.list(fileId)).resolves.toEqual([
      expect.objectContaining({ id: fileId, slug: fileId, isFirst: true, isActive: true }),
      link,
    ]);
    expect(files.published(linkChanged).at(-1)).toMatchObject({
      data: { linkId: link.id, fileId, version: 1, isRevoked: false },
    });
  });

  it('links of a file belong to the owner of the file alone', async () => {
    const { fileId, link } = await kit.linked();
    const other = await files.account('pro');
    await expect(kit.make(fileId, {}, stranger)).rejects.toEqual(refused('files.login-required'));
    await expect(kit.make(fileId, {}, other)).rejects.toEqual(refused('files.forbidden'));
    await expect(kit.list(fileId, other)).rejects.toEqual(refused('files.forbidden'));
    await expect(kit.change(link.id, { name: 'x' }, other)).rejects.toEqual(refused('files.forbidden'));
    await expect(kit.change(fileId, { isActive: false }, other)).rejects.toEqual(refused('files.forbidden'));
    await expect(files.request(revokeLink, { linkId: link.id, caller: other })).rejects.toEqual(
      refused('files.forbidden'),
    );
    await expect(kit.change(randomUUID(), {})).rejects.toEqual(refused('links.not-found'));
  });

  it('a file has at most three links on free, where they have no gate and no address of their own', async () => {
    const caller = browser();
    const { id: fileId } = await files.file(caller);
    await expect(kit.make(fileId, { password: 'sesame' }, caller)).rejects.toEqual(
      refused('files.password-not-in-plan'),
    );
    for (const settings of [
      { requireEmail: true },
      { verifyEmail: true },
      { allowedEmails: ['@example.org'] },
    ]) {
      await expect(kit.make(fileId, settings, caller)).rejects.toEqual(refused('links.email-not-in-plan'));
    }
    await expect(kit.make(fileId, { slug: 'my-own' }, caller)).rejects.toEqual(
      refused('links.slug-not-in-plan'),
    );
    const made = await Promise.allSettled(Array.from({ length: 8 }, () => kit.make(fileId, {}, caller)));
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    await expect(kit.make(fileId, { downloadLimit: 1 }, caller)).rejects.toMatchObject({
      code: 'links.limit-reached',
      message: 'You can only make up to 3 links per file with your free tier',
    });
    const [, last] = await kit.list(fileId, caller);
    await files.request(revokeLink, { linkId: last!.id, caller });
    await expect(kit.make(fileId, { downloadLimit: 1 }, caller)).resolves.toMatchObject({ downloadLimit: 1 });
  });

  it('links have addresses that only one link can have', async () => {
    const slug = `figures-${randomUUID().slice(0, 8)}`;
    const { fileId, link } = await kit.linked({ slug });
    expect(link.slug).toBe(slug);
    await expect(kit.make(fileId, { slug })).rejects.toEqual(refused('links.slug-taken'));
    const other = await kit.make(fileId);
    await expect(kit.change(other.id, { slug })).rejects.toEqual(refused('links.slug-taken'));
    const racing = `race-${randomUUID().slice(0, 8)}`;
    const made = await Promise.allSettled(
      Array.from({ length: 5 }, () => kit.make(fileId, { slug: racing })),
    );
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('links of a file keep unnamed settings in a change, and accept their own values', async () => {
    const { link } = await kit.linked({ name: 'a', downloadLimit: 5, allowedEmails: ['Ada@Example.org'] });
    const changed = await kit.change(link.id, { name: 'b' });
    expect(changed).toEqual({ ...link, name: 'b' });
    expect(changed).toMatchObject({ requireEmail: true, allowedEmails: ['ada@example.org'] });
    await expect(kit.change(link.id, { ...changed, name: null })).resolves.toEqual({
      ...changed,
      name: null,
    });
    await expect(kit.change(link.id, { deleteAt: '2020-01-01' })).rejects.toEqual(
      refused('files.expiry-in-past'),
    );
  });

  it('links of a file are listed in pages without repetition', async () => {
    const { id: fileId } = await files.file(owner);
    await files.rows(
      `INSERT INTO links (id, slug, file_id, created_at)
       SELECT gen_random_uuid(), 'page-' || n || '-' || left($1, 8), $1::uuid, now() FROM generate_series(1, 150) n`,
      [fileId],
    );
    const ids: string[] = [];
    let cursor: string | null = null;
    do {
      const page: { links: { id: string }[]; nextCursor: string | null } = await files.request(listLinks, {
        target: { kind: 'file', id: fileId },
        caller: owner,
        cursor,
      });
      ids.push(...page.links.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(new Set(ids).size).toBe(151);
    expect(ids).toHaveLength(151);
    await expect(
      files.request(listLinks, { target: { kind: 'file', id: fileId }, caller: owner, cursor: 'nonsense' }),
    ).rejects.toEqual(refused('request.invalid'));
  });
});

describe('opening a link', () => {
  it('reports whether a token still opens the link, also where no gate is left', async () => {
    const { link } = await kit.linked({ password: 'sesame' });
    const { token } = await kit.open(link.slug, { password: 'sesame' });
    await expect(kit.show(link.slug, token)).resolves.toMatchObject({ isOpened: true });
    await kit.change(link.id, { password: null });
    await expect(kit.show(link.slug, token)).resolves.toMatchObject({ isOpened: false });
  });

  it('gives a token for the target, also where the file has a password of its own', async () => {
    const { fileId, link } = await kit.linked();
    await files.rows(`UPDATE files SET password_hash = 'x' WHERE id = $1`, [fileId]);
    await expect(kit.fetch(fileId, null)).rejects.toEqual(refused('files.password-required'));
    await expect(kit.show(link.slug)).resolves.toMatchObject({
      needs: { password: false, email: false, code: false },
      target: { id: fileId, kind: 'file', originalName: 'plan.pdf' },
    });
    const { token, target } = await kit.open(link.slug);
    expect(target).toMatchObject({ id: fileId, isOwner: false });
    await expect(kit.fetch(fileId, token)).resolves.toMatchObject({ linkId: link.id, isOwner: false });
    await expect(kit.fetch((await files.file(owner)).id, token)).resolves.not.toHaveProperty('linkId');
  });

  it('counts one view for the link and the file, whatever is fetched with the token', async () => {
    const { fileId, link } = await kit.linked({ requireEmail: true });
    const before = files.published(fileAccessed).length;
    const { token } = await kit.open(link.slug, { email: 'ada@example.org' });
    await expect(kit.show(link.slug, token)).resolves.toMatchObject({ isOpened: true });
    const { linkVisit } = await kit.fetch(fileId, token);
    expect(linkVisit).toEqual(expect.any(String));
    const [first, own] = await kit.list(fileId);
    expect([first?.viewCount, own?.viewCount]).toEqual([0, 1]);
    expect(files.published(fileAccessed).slice(before)).toEqual([
      expect.objectContaining({
        data: expect.objectContaining({ fileId, linkId: link.id, email: 'ada@example.org' }),
      }),
    ]);
  });

  it('refuses to be opened again and again from one network', async () => {
    const { link } = await kit.linked();
    for (let n = 0; n < 100; n++) await kit.open(link.slug);
    await expect(kit.tryOpen(link.slug)).rejects.toEqual(refused('files.too-many-attempts'));
    await expect(
      files.rows('SELECT count(*)::int FROM link_sessions WHERE link_id = $1', [link.id]),
    ).resolves.toEqual([{ count: 100 }]);
  });

  it('counts neither the owner nor a machine', async () => {
    const { fileId, link } = await kit.linked();
    await kit.tryOpen(link.slug, {}, owner);
    await kit.tryOpen(link.slug, {}, stranger, true);
    const [, own] = await kit.list(fileId);
    expect(own?.viewCount).toBe(0);
  });

  it('reveals nothing of the target while a gate is not passed', async () => {
    const { link } = await kit.linked({ password: 'sesame', verifyEmail: true });
    const shown = await kit.show(link.slug);
    expect(shown).toEqual({
      needs: { password: true, email: true, code: true },
      target: null,
      allowDownload: true,
      isOpened: false,
    });
    await expect(kit.tryOpen(link.slug)).rejects.toEqual(refused('files.password-required'));
    await expect(kit.tryOpen(link.slug, { password: 'wrong' })).rejects.toMatchObject({
      code: 'files.incorrect-password',
      message: 'Incorrect password',
    });
  });

  it('limits wrong passwords like those of a file', async () => {
    const { link } = await kit.linked({ password: 'sesame' });
    for (let n = 0; n < 10; n += 1) {
      await expect(kit.tryOpen(link.slug, { password: 'wrong' })).rejects.toEqual(
        refused('files.incorrect-password'),
      );
    }
    await expect(kit.tryOpen(link.slug, { password: 'sesame' })).rejects.toEqual(
      refused('files.too-many-attempts'),
    );
    const elsewhere = { ...stranger, address: '192.0.2.55' };
    await expect(kit.tryOpen(link.slug, { password: 'sesame' }, elsewhere)).resolves.toMatchObject({
      opened: { token: expect.any(String) },
    });
  });

  it('takes only the listed addresses and domains, compared without case, and no subdomain', async () => {
    const { link } = await kit.linked({ allowedEmails: ['Ada@Example.org', '@navy.example'] });
    await expect(kit.tryOpen(link.slug)).rejects.toEqual(refused('request.invalid'));
    for (const email of ['bob@example.org', 'bob@sub.navy.example', 'ada@example.org.evil.test']) {
      await expect(kit.tryOpen(link.slug, { email })).rejects.toEqual(refused('links.email-not-allowed'));
    }
    for (const email of ['ADA@example.ORG', 'grace@NAVY.example']) {
      await expect(kit.open(link.slug, { email })).resolves.toHaveProperty('token');
    }
  });

  it('takes an internationalised domain in both of its spellings, and no look-alike of an address', async () => {
    const { link } = await kit.linked({ allowedEmails: ['@m\u00fcnchen.example', 'grace@corp.example'] });
    await expect(kit.open(link.slug, { email: 'ada@xn--mnchen-3ya.example' })).resolves.toHaveProperty(
      'token',
    );
    for (const email of ['\uff47race@corp.example', 'x@evil.example\uff20corp.example'])
      await expect(kit.tryOpen(link.slug, { email })).rejects.toEqual(refused('request.invalid'));
  });
});
