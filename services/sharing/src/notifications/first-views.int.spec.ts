import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  bundleChanged,
  bundleCreated,
  changeNotificationSettings,
  type DataOf,
  fileSettingsChanged,
  HOUR_MS,
  linkChanged,
  visitStarted,
} from '@waybill/contracts';
import { DataSource } from 'typeorm';
import { aVisit } from '../testing/sample-events.js';
import { SharingTestApp } from '../testing/sharing-test-app.js';
import { NotificationSweep } from './notification.sweep.js';
import { ViewNotificationsService } from './view-notifications.service.js';

type Visit = DataOf<typeof visitStarted>;

describe('First views', () => {
  let sharing: SharingTestApp;
  beforeAll(async () => void (sharing = await SharingTestApp.start()));
  afterAll(() => sharing.close());

  const now = () => sharing.clock.now().toISOString();
  const kindsOf = async (userId: string): Promise<string[]> => {
    const rows = await sharing.service
      .get(DataSource)
      .query<{ kind: string }[]>('SELECT kind FROM notifications WHERE user_id = $1 ORDER BY created_at', [
        userId,
      ]);
    return rows.map(({ kind }) => kind);
  };
  const fileOf = (userId: string | null, fileId: string, deleteAt: string | null = null) => ({
    fileId,
    version: 1,
    userId,
    browserId: null,
    originalName: 'Plans.pdf',
    mimeType: 'text/plain',
    size: 12,
    createdAt: now(),
    deleteAt,
    isPasswordProtected: false,
  });
  /** Gives a file of an anonymous browser to an account. */
  const claim = async (userId: string, fileId: string, isOpened?: boolean, deleteAt: string | null = null) =>
    sharing.service.publish(fileSettingsChanged, fileId, {
      ...fileOf(userId, fileId, deleteAt),
      version: 2,
      isOpened,
    });
  const visitOf = (ownerId: string, fileId: string, changes: Partial<Visit> = {}) => {
    const place = { country: '', city: '' };
    return aVisit({
      ownerId,
      fileId,
      linkId: fileId,
      at: now(),
      visitor: randomUUID(),
      ...place,
      ...changes,
    });
  };
  const visit = async (...given: Parameters<typeof visitOf>) => {
    const seen = visitOf(...given);
    await sharing.service.publish(visitStarted, seen.visitId, seen);
  };
  /** @returns id of a link whose owner has switched its mails off */
  const mutedLink = async (fileId: string): Promise<string> => {
    const linkId = randomUUID();
    await sharing.service.publish(linkChanged, linkId, {
      linkId,
      fileId,
      bundleId: null,
      name: null,
      slug: 'quiet',
      version: 1,
      isActive: true,
      isRevoked: false,
      notify: false,
    });
    return linkId;
  };

  it('mails the first view by a link after visits by a muted link', async () => {
    const [userId, fileId] = [randomUUID(), randomUUID()];
    await sharing.upload(userId, { fileId });
    const linkId = await mutedLink(fileId);
    await visit(userId, fileId, { linkId });
    await visit(userId, fileId, { linkId });
    expect(await kindsOf(userId)).toEqual([]);
    await visit(userId, fileId);
    await visit(userId, fileId, { linkId });
    await visit(userId, fileId);
    expect(await kindsOf(userId)).toEqual(['firstView']);
  });

  it('mails the first view of a file by its own link after it was opened through a bundle', async () => {
    const [userId, fileId] = [randomUUID(), randomUUID()];
    await sharing.upload(userId, { fileId });
    await visit(userId, fileId, { throughBundleId: randomUUID() });
    expect(await kindsOf(userId)).toEqual([]);
    await visit(userId, fileId);
    await visit(userId, fileId);
    expect(await kindsOf(userId)).toEqual(['firstView']);
  });

  it('mails the first view by a link after a visit by a muted link that overtook the upload', async () => {
    const [userId, fileId] = [randomUUID(), randomUUID()];
    const linkId = await mutedLink(fileId);
    await visit(userId, fileId, { linkId });
    await sharing.upload(userId, { fileId });
    await visit(userId, fileId);
    await visit(userId, fileId);
    expect(await kindsOf(userId)).toEqual(['firstView']);
  });

  it('mails the first view once for visits by muted and other links that arrive together', async () => {
    const [userId, fileId] = [randomUUID(), randomUUID()];
    await sharing.upload(userId, { fileId });
    const linkId = await mutedLink(fileId);
    const visits = () => [
      visitOf(userId, fileId, { linkId, visitor: 'a' }),
      visitOf(userId, fileId, { visitor: 'b' }),
      visitOf(userId, fileId, { visitor: 'c' }),
    ];
    const { manager } = sharing.service.get(DataSource);
    for (let turn = 0; turn < 2; turn++)
      await manager.transaction((transaction) =>
        sharing.service.get(ViewNotificationsService).addAll(transaction, visits()),
      );
    expect(await kindsOf(userId)).toEqual(['firstView']);
  });

  it('mails the first view once though two replicas record visits at the same time', async () => {
    const [userId, fileId] = [randomUUID(), randomUUID()];
    await sharing.upload(userId, { fileId });
    const linkId = await mutedLink(fileId);
    const { manager } = sharing.service.get(DataSource);
    const record = (changes: Partial<Visit>, meanwhile?: () => Promise<unknown>) =>
      manager.transaction(async (transaction) => {
        await sharing.service
          .get(ViewNotificationsService)
          .addAll(transaction, [visitOf(userId, fileId, changes)]);
        await meanwhile?.();
      });
    const others: Promise<void>[] = [];
    await record({ linkId }, async () => {
      others.push(record({}), record({}), record({ linkId }));
      // Lets them wait for the row that this transaction has locked.
      await sleep(300);
    });
    await Promise.all(others);
    expect(await kindsOf(userId)).toEqual(['firstView']);
  });

  it('warns of no file that was visited by a muted link only', async () => {
    const [userId, fileId] = [randomUUID(), randomUUID()];
    await sharing.service.bus.request(changeNotificationSettings, {
      userId,
      form: { unopenedBeforeExpiry: true },
    });
    const deleteAt = new Date(sharing.clock.now().getTime() + 30 * HOUR_MS).toISOString();
    await sharing.upload(userId, { fileId, deleteAt });
    await visit(userId, fileId, { linkId: await mutedLink(fileId) });
    sharing.clock.advance(7 * HOUR_MS);
    await sharing.service.get(NotificationSweep).sweep();
    expect(await kindsOf(userId)).toEqual([]);
  });

  it('mails no first view of a file or bundle that was opened before an account claimed it', async () => {
    const [userId, fileId, bundleId] = [randomUUID(), randomUUID(), randomUUID()];
    await sharing.upload(null, { fileId });
    const bundle = {
      bundleId,
      version: 1,
      userId: null,
      browserId: randomUUID(),
      name: 'Plans',
      size: 1,
      fileCount: 1,
      createdAt: now(),
      deleteAt: null,
      isPasswordProtected: false,
    };
    await sharing.service.publish(bundleCreated, bundleId, bundle);
    await claim(userId, fileId, true);
    await sharing.service.publish(bundleChanged, bundleId, {
      ...bundle,
      version: 2,
      userId,
      browserId: null,
      isOpened: true,
    });
    await visit(userId, fileId);
    await visit(userId, bundleId, { fileId: null, bundleId });
    expect(await kindsOf(userId)).toEqual([]);
  });

  it('mails no first view of a file that was opened before its claim, which overtook its upload', async () => {
    const [userId, fileId] = [randomUUID(), randomUUID()];
    await claim(userId, fileId, true);
    await sharing.upload(null, { fileId });
    await visit(userId, fileId);
    expect(await kindsOf(userId)).toEqual([]);
  });

  it('mails the first view of a file that nobody opened before an account claimed it', async () => {
    const userId = randomUUID();
    // The version before does not say whether a file was opened.
    for (const isOpened of [false, undefined]) {
      const fileId = randomUUID();
      await sharing.upload(null, { fileId });
      await claim(userId, fileId, isOpened);
      await visit(userId, fileId);
    }
    expect(await kindsOf(userId)).toEqual(['firstView', 'firstView']);
  });

  it('warns of no file that was opened before an account claimed it', async () => {
    const userId = randomUUID();
    const deleteAt = new Date(sharing.clock.now().getTime() + 30 * HOUR_MS).toISOString();
    const [opened, unopened] = [randomUUID(), randomUUID()];
    for (const fileId of [opened, unopened]) {
      await sharing.upload(null, { fileId, deleteAt });
      await claim(userId, fileId, fileId === opened, deleteAt);
    }
    sharing.clock.advance(7 * HOUR_MS);
    await sharing.service.get(NotificationSweep).sweep();
    const warned = await sharing.service
      .get(DataSource)
      .query('SELECT id FROM targets WHERE user_id = $1 AND warned_at IS NOT NULL', [userId]);
    expect(warned).toEqual([{ id: unopened }]);
  });

  it('mails no first view of a file that was opened before the upgrade', async () => {
    const [userId, fileId] = [randomUUID(), randomUUID()];
    // As a replica of the version before writes it.
    await sharing.service.get(DataSource).query(
      `INSERT INTO targets (id, kind, user_id, version, name, created_at, expiry_set_at, opened_at)
       VALUES ($1, 'file', $2, 1, 'Plans.pdf', $3, $3, $3)`,
      [fileId, userId, now()],
    );
    await visit(userId, fileId, { linkId: await mutedLink(fileId) });
    await visit(userId, fileId);
    expect(await kindsOf(userId)).toEqual([]);
  });
});
