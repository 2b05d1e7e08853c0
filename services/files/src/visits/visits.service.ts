import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Outbox } from '@waybill/bus';
import { AppError, fileAccessed, type InputOf, type recordVisit } from '@waybill/contracts';
import { groupCommit } from '@waybill/database';
import { isSharedAddress, networkTiers, RateLimiter } from '@waybill/redis';
import { type Batcher, Clock } from '@waybill/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { FileLookupService } from '../file/file-lookup.service.js';
import { lockViewed, raiseBundleViewCounts, raiseViewCounts } from './add-views.js';
import { newVisitsPerFile, newVisitsPerFileAndNetwork } from './visit.limits.js';
import { VisitWindowRepository, windowName } from './visit-window.repository.js';

type Visit = InputOf<typeof recordVisit>;

/** A call in a batch, with the id that its visit gets if the visit is new. */
interface Candidate {
  readonly visit: Visit;
  readonly visitId: string;
  /** Key of its window; null: a visit that no later call joins. */
  readonly key: string | null;
}

const MAX_BATCH = 200;

/**
 * Counts visits: one per person and 30 minutes, for any number of requests. Concurrent calls share a transaction, and
 * each is answered after its commit (docs/decisions/what-a-visit-costs.md).
 */
@Injectable()
export class VisitsService {
  private readonly batcher: Batcher<Visit, boolean>;

  constructor(
    private readonly database: DataSource,
    private readonly files: FileLookupService,
    private readonly windows: VisitWindowRepository,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly limiter: RateLimiter,
  ) {
    this.batcher = groupCommit({
      maxSize: MAX_BATCH,
      perform: (visits) => this.recordAll(visits),
    });
  }

  /** @returns whether it was a new visit @throws AppError `files.expired`, `files.not-found` */
  async record(visit: Visit): Promise<boolean> {
    await this.files.find(visit.fileId);
    return this.batcher.add(visit);
  }

  private async recordAll(visits: readonly Visit[]): Promise<boolean[]> {
    const now = this.clock.now();
    const candidates = visits.map((visit) => ({
      visit,
      visitId: randomUUID(),
      key: visit.key ?? visit.joinKey ?? null,
    }));
    const keyed = candidates.flatMap(({ visit: { fileId, key } }) =>
      key === null ? [] : [{ targetId: fileId, key }],
    );
    const seen = await this.windows.recentlySeen(this.database.manager, keyed, now);
    const others = candidates.filter(
      ({ visit: { fileId, key } }) => key === null || !seen.has(windowName({ targetId: fileId, key })),
    );
    if (others.length === 0) return visits.map(() => false);
    const counted = await this.database.transaction((manager) => this.open(manager, others, now));
    return candidates.map(({ visitId }) => counted.has(visitId));
  }

  /** @returns ids of the new visits */
  private async open(
    manager: EntityManager,
    candidates: readonly Candidate[],
    now: Date,
  ): Promise<Set<string>> {
    const openers = new Map<string, Candidate & { key: string }>();
    for (const candidate of candidates) {
      const { key, visit } = candidate;
      if (key === null) continue;
      const name = windowName({ targetId: visit.fileId, key });
      if (!openers.has(name)) openers.set(name, { ...candidate, key });
    }
    const windows = [...openers]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([, { visit, key, visitId }]) => ({ targetId: visit.fileId, key, visitId }));
    const opened = await this.windows.open(manager, windows, now);
    const fresh = candidates.filter(({ visit, visitId }) => visit.key === null || opened.has(visitId));
    const isAllowed = await Promise.all(fresh.map(({ visit }) => this.mayCount(visit)));
    const refused = new Set(fresh.filter((_, index) => !isAllowed[index]).map(({ visitId }) => visitId));
    // Delete the rows of refused visits, so that a caller with made-up keys cannot fill the table.
    await this.windows.delete(
      manager,
      windows.filter(({ visitId }) => refused.has(visitId) && opened.has(visitId)),
    );
    const allowed = fresh.filter(({ visitId }) => !refused.has(visitId));
    await this.count(manager, allowed, now);
    return new Set(allowed.map(({ visitId }) => visitId));
  }

  /**
   * Whether the rate limits allow one more new visit. The limits bound the rows that a caller with made-up visit ids
   * can write. Machines have limits of their own. Shared addresses are not limited: behind a proxy without TRUST_PROXY,
   * all clients have the same address.
   */
  private async mayCount({ fileId, address, isBot = false }: Visit): Promise<boolean> {
    if (isSharedAddress(address)) return true;
    const subject = isBot ? `bots ${fileId}` : fileId;
    for (const [limit, network] of networkTiers(newVisitsPerFileAndNetwork, address)) {
      const { allowed } = await this.limiter.consume(limit, `${subject} ${network}`);
      if (!allowed) return false;
    }
    return (await this.limiter.consume(newVisitsPerFile, subject)).allowed;
  }

  /** Raises the view counts and writes the events. @throws AppError `files.not-found` for a file deleted meanwhile */
  private async count(manager: EntityManager, candidates: readonly Candidate[], now: Date): Promise<void> {
    const fileIds = new Set(candidates.map(({ visit }) => visit.fileId));
    if ((await lockViewed(manager, 'files', [...fileIds])) < fileIds.size)
      throw new AppError('files.not-found');
    const people = candidates.filter(({ visit }) => visit.isBot !== true);
    await raiseViewCounts(
      manager,
      'files',
      people.map(({ visit }) => visit.fileId),
    );
    await raiseBundleViewCounts(manager, await this.filesOfBundles(manager, people));
    const linkIds = people.flatMap(({ visit: { linkId } }) => linkId ?? []);
    await this.countForLinks(manager, linkIds);
    const accessedAt = now.toISOString();
    await this.outbox.addAll(
      manager,
      fileAccessed,
      candidates.map(({ visit, visitId }) => ({
        subject: visit.fileId,
        data: { ...visit, visitId, accessedAt },
      })),
    );
  }

  /** The files of the visits through a bundle: by its own address or by one of its links. */
  private async filesOfBundles(manager: EntityManager, candidates: readonly Candidate[]): Promise<string[]> {
    const ofBundles = await this.linksOfBundles(manager, candidates);
    // A link of the file counts the visit itself, also where the file is opened in its bundle.
    return candidates.flatMap(({ visit: { fileId, bundleId, linkId } }) =>
      bundleId !== undefined && (linkId === undefined || ofBundles.has(linkId)) ? [fileId] : [],
    );
  }

  /** The links of bundles among those of visits of files in bundles. */
  private async linksOfBundles(
    manager: EntityManager,
    candidates: readonly Candidate[],
  ): Promise<Set<string>> {
    const linkIds = candidates.flatMap(({ visit: { bundleId, linkId } }) =>
      bundleId === undefined ? [] : (linkId ?? []),
    );
    if (linkIds.length === 0) return new Set();
    const rows: { id: string }[] = await manager.query(
      'SELECT id FROM links WHERE id = ANY($1) AND bundle_id IS NOT NULL',
      [linkIds],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** A link to a bundle counts visits of the bundle, not those of the files in it. */
  private async countForLinks(manager: EntityManager, linkIds: readonly string[]): Promise<void> {
    if (linkIds.length === 0) return;
    await lockViewed(manager, 'links', linkIds);
    await raiseViewCounts(manager, 'links', linkIds, 'bundle_id IS NULL');
  }
}
