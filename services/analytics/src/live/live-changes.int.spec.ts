import type { RunningService } from '@waybill/bus/testing';
import {
  bundleChanged,
  bundleCreated,
  bundleDeleted,
  bundleExpired,
  type BundleSnapshot,
  fileContentMissing,
  fileDeleted,
  fileExpired,
  fileInfected,
  fileRestored,
  fileSettingsChanged,
  type FileSnapshot,
  fileTakenDown,
  readLiveEvents,
  userDeleted,
} from '@waybill/contracts';
import { Signals } from '@waybill/redis';
import { Clock, type ManualClock } from '@waybill/service-kit';
import { eventually } from '@waybill/testing';
import { randomUUID } from 'node:crypto';
import { AnalyticsUnderTest, noon } from '../testing/analytics-under-test.js';
import { VisitEndSweep } from './visit-end.sweep.js';

type Facts = FileSnapshot & { readonly userId: string };

let analytics: AnalyticsUnderTest;
beforeAll(async () => (analytics = await AnalyticsUnderTest.start()));
afterAll(() => analytics.close());

const publish: RunningService['publish'] = (contract, subject, data) =>
  analytics.service.publish(contract, subject, data);

async function feedOf(userId: string, after: string | null = '0') {
  const { feeds } = await analytics.service.bus.request(readLiveEvents, { feeds: [{ userId, after }] });
  return feeds[0] ?? { userId, last: '', hasMore: false, events: [] };
}

const typesOf = async (userId: string) => (await feedOf(userId)).events.map(({ event }) => event.type);

const blocked = ({ fileId, userId, originalName }: Facts) => ({ fileId, userId, originalName });

/** Changes of a file, each with the call that publishes its event. */
const changesOfFiles: readonly (readonly [string, (facts: Facts) => Promise<void>])[] = [
  ['its settings change', (facts) => publish(fileSettingsChanged, facts.fileId, { ...facts, version: 2 })],
  [
    'it is taken down',
    (facts) => publish(fileTakenDown, facts.fileId, { ...blocked(facts), reason: 'Fraud' }),
  ],
  ['it is restored', (facts) => publish(fileRestored, facts.fileId, blocked(facts))],
  ['it is infected', (facts) => publish(fileInfected, facts.fileId, { ...blocked(facts), finding: 'EICAR' })],
  ['its content is missing', (facts) => publish(fileContentMissing, facts.fileId, blocked(facts))],
  ['it expires', ({ fileId }) => publish(fileExpired, fileId, { fileId })],
  ['it is deleted', ({ fileId }) => publish(fileDeleted, fileId, { fileId })],
];

function aBundle(): BundleSnapshot & { readonly userId: string } {
  return {
    bundleId: randomUUID(),
    version: 1,
    userId: randomUUID(),
    browserId: null,
    name: 'Offer',
    size: 3,
    fileCount: 1,
    createdAt: noon.toISOString(),
    deleteAt: null,
    isPasswordProtected: false,
  };
}

describe('live events of changes', () => {
  it.each(changesOfFiles)('the owner of a file gets a live event when %s', async (_what, change) => {
    const file = await analytics.upload();
    const signalled: string[] = [];
    await analytics.service.get<Signals>(Signals).listen('live', (id) => signalled.push(id));
    const { last } = await feedOf(file.userId, null);
    await change(file);
    const { events } = await feedOf(file.userId, last);
    expect(events.map(({ event }) => event)).toEqual([
      { type: 'file.changed', at: noon.toISOString(), fileId: file.fileId },
    ]);
    await eventually(() => expect(signalled).toContain(file.userId));
  });

  it('the owner of a bundle gets a live event when it is made, changed, expires and is deleted', async () => {
    const bundle = aBundle();
    const { bundleId, userId } = bundle;
    await publish(bundleCreated, bundleId, bundle);
    await publish(bundleChanged, bundleId, { ...bundle, version: 2 });
    await publish(bundleExpired, bundleId, { bundleId, wasAnonymous: false });
    await publish(bundleDeleted, bundleId, { bundleId });
    const changed = { type: 'bundle.changed', at: noon.toISOString(), bundleId };
    expect((await feedOf(userId)).events.map(({ event }) => event)).toEqual(Array(4).fill(changed));
  });

  it('publishes no change of facts that are older than the known ones, nor a second deletion', async () => {
    const file = await analytics.upload({ version: 3 });
    await publish(fileSettingsChanged, file.fileId, { ...file, version: 2 });
    expect(await typesOf(file.userId)).toEqual(['upload.finished']);
    await publish(fileDeleted, file.fileId, { fileId: file.fileId });
    await publish(fileDeleted, file.fileId, { fileId: file.fileId });
    await publish(fileTakenDown, file.fileId, { ...blocked(file), reason: 'Fraud' });
    expect(await typesOf(file.userId)).toEqual(['file.changed']);
  });

  it('publishes the change by which an account gets a file, and none while no account owns it', async () => {
    const { userId, ...facts } = analytics.facts();
    const { fileId } = facts;
    const read = async () => {
      const rows: object[] = await analytics.database.query(
        `SELECT user_id FROM live_changes WHERE event ->> 'fileId' = $1`,
        [fileId],
      );
      return rows;
    };
    await publish(fileSettingsChanged, fileId, { ...facts, userId: null });
    await publish(fileTakenDown, fileId, { fileId, userId: null, originalName: '', reason: 'Fraud' });
    expect(await read()).toEqual([]);
    await publish(fileSettingsChanged, fileId, { ...facts, userId, version: 2 });
    expect(await read()).toEqual([{ user_id: userId }]);
  });

  it('reads visits and changes in the order of their ids, also after an id of either', async () => {
    const file = await analytics.upload();
    await publish(fileTakenDown, file.fileId, { ...blocked(file), reason: 'Fraud' });
    await analytics.visit(file.fileId);
    await publish(fileRestored, file.fileId, blocked(file));
    const { events, last } = await feedOf(file.userId);
    const types = events.map(({ event }) => event.type);
    expect(types).toEqual(['upload.finished', 'file.changed', 'visit.started', 'file.changed']);
    for (const [index, { id }] of events.entries())
      expect((await feedOf(file.userId, id)).events).toEqual(events.slice(index + 1));
    expect(await feedOf(file.userId, null)).toMatchObject({ last, events: [] });
  });

  it('keeps changes out of the events that replicas of the version before read', async () => {
    const file = await analytics.upload();
    await publish(fileTakenDown, file.fileId, { ...blocked(file), reason: 'Fraud' });
    const rows: object[] = await analytics.database.query(
      `SELECT event ->> 'type' AS type FROM live_events WHERE user_id = $1`,
      [file.userId],
    );
    expect(rows).toEqual([{ type: 'upload.finished' }]);
  });

  it('deletes the changes of a deleted account', async () => {
    const [file, other] = [await analytics.upload(), await analytics.upload()];
    for (const { fileId } of [file, other]) await publish(fileDeleted, fileId, { fileId });
    await publish(userDeleted, file.userId, { userId: file.userId });
    expect(await typesOf(file.userId)).toEqual([]);
    expect(await typesOf(other.userId)).toEqual(['file.changed']);
  });

  it('keeps changes for five minutes', async () => {
    const clock = analytics.service.get<ManualClock>(Clock);
    const { fileId, userId } = await analytics.upload();
    await publish(fileDeleted, fileId, { fileId });
    clock.advance(5 * 60_000);
    await analytics.service.get<VisitEndSweep>(VisitEndSweep).sweep();
    expect(await typesOf(userId)).toEqual(['file.changed']);
    clock.advance(60_001);
    await analytics.service.get<VisitEndSweep>(VisitEndSweep).sweep();
    expect(await typesOf(userId)).toEqual([]);
  });
});
