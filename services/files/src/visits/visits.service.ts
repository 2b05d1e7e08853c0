import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Outbox } from '@waybill/bus';
import { AppError, fileAccessed, type InputOf, type recordVisit } from '@waybill/contracts';
import { groupCommit } from '@waybill/database';
import { RateLimiter } from '@waybill/redis';
import { type Batcher, Clock } from '@waybill/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { FileLookupService } from '../file/file-lookup.service.js';
import { lockViewed, raiseBundleViewCounts, raiseViewCounts } from './add-views.js';
import { newVisitCounters } from './visit.limits.js';
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
    const inProgress = await this.windows.inProgress(this.database.manager, keyed, now);
    const others = candidates.filter(({ visit }) => !inProgress.get(nameOf(visit) ?? '')?.isRecent);
    // Before the transaction: a slow Redis must not keep rows locked.
    const { allowed, charged } = await this.withinLimits(others, new Set(inProgress.keys()));
    if (allowed.length === 0) return visits.map(() => false);
    const counted = await this.database.transaction((manager) => this.open(manager, allowed, now));
    // Another replica may have started a visit under the key meanwhile.
    await this.giveBack(allowed.filter((each) => charged.has(each) && !counted.has(each.visitId)));
    return candidates.map(({ visitId }) => counted.has(visitId));
  }

  /**
   * Leaves out new visits beyond the rate limits. No row of them is written: a caller could fill the table with made-up
   * keys.
   * @param inProgress names of the windows of visits in progress, which calls join without a limit
   * @returns `charged`: those that consumed points. Of concurrent calls under one key, the first does.
   */
  private async withinLimits(
    candidates: readonly Candidate[],
    inProgress: ReadonlySet<string>,
  ): Promise<{ readonly allowed: readonly Candidate[]; readonly charged: ReadonlySet<Candidate> }> {
    const charged = new Set<Candidate>();
    const consume = (candidate: Candidate) => {
      charged.add(candidate);
      return this.consumePoints(candidate.visit);
    };
    const decisions = new Map<string, Promise<boolean>>();
    const isAllowed = await Promise.all(
      candidates.map(async (candidate) => {
        const name = nameOf(candidate.visit);
        if (name === null) return consume(candidate);
        if (inProgress.has(name)) return true;
        const decision = decisions.get(name) ?? consume(candidate);
        decisions.set(name, decision);
        return decision;
      }),
    );
    return { allowed: candidates.filter((_, index) => isAllowed[index]), charged };
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
    await this.count(manager, fresh, now);
    return new Set(fresh.map(({ visitId }) => visitId));
  }

  /** Consumes a point of each rate limit of new visits. @returns whether they allow this one */
  private consumePoints(visit: Visit): Promise<boolean> {
    return this.limiter.consumeEach(newVisitCounters(visit.fileId, visit));
  }

  /** Gives the points back of visits that were not new. */
  private async giveBack(candidates: readonly Candidate[]): Promise<void> {
    const counters = candidates.flatMap(({ visit }) => newVisitCounters(visit.fileId, visit));
    for (const counter of counters) await this.limiter.giveBack(...counter);
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

/** Name of the window of a call; null for one that always starts a visit. */
function nameOf({ fileId, key }: Visit): string | null {
  return key === null ? null : windowName({ targetId: fileId, key });
}
