import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Outbox } from '@waybill/bus';
import { bundleAccessed, fileAccessed, type InputOf, type recordBundleVisit } from '@waybill/contracts';
import { groupCommit } from '@waybill/database';
import { isSharedAddress, RateLimiter } from '@waybill/redis';
import { type Batcher, Clock } from '@waybill/service-kit';
import { DataSource, type EntityManager, In } from 'typeorm';
import { AccessService } from '../access/access.service.js';
import { contentsOf } from '../bundle/bundle-contents.js';
import { findBundle } from '../bundle/find-bundle.js';
import { Link } from '../link/link.entity.js';
import { addViews } from '../visits/add-views.js';
import { newVisitCounters, newVisitsInArchives } from '../visits/visit.limits.js';
import { type KeyedVisit, VisitWindowRepository, windowName } from '../visits/visit-window.repository.js';

type Visit = InputOf<typeof recordBundleVisit>;

/** A visit of the bundle or of a file in it. */
interface StartedVisit {
  readonly targetId: string;
  readonly visitId: string;
}

/**
 * A call in a batch, with the visits that it starts: of the bundle and, if it is a download, of each file in the ZIP.
 */
interface Candidate {
  readonly visit: Visit;
  readonly started: readonly StartedVisit[];
}

/** Calls per transaction. Small, because one download of a bundle with 10,000 files writes 10,000 events. */
const MAX_BATCH = 20;

/**
 * Counts visits of bundles and, when the archive is downloaded, of their files. Concurrent calls share a transaction
 * (group commit): in separate transactions, each would wait for the row locks of the previous one.
 */
@Injectable()
export class BundleVisitsService {
  private readonly batcher: Batcher<Visit, boolean>;

  constructor(
    private readonly database: DataSource,
    private readonly access: AccessService,
    private readonly windows: VisitWindowRepository,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly limiter: RateLimiter,
  ) {
    this.batcher = groupCommit({
      maxSize: MAX_BATCH,
      perform: (visits) => this.database.transaction((manager) => this.recordAll(manager, visits)),
    });
  }

  /** @returns whether it was a new visit of the bundle @throws AppError of `findBundle` */
  async record(visit: Visit): Promise<boolean> {
    await findBundle(this.database.manager, visit.bundleId, this.clock.now());
    return this.batcher.add(visit);
  }

  /** Whether a visit of a file in the bundle is in progress under the key. */
  async isFileVisited(bundleId: string, key: string): Promise<boolean> {
    return this.windows.isFileVisited(this.database.manager, bundleId, key, this.clock.now());
  }

  private async recordAll(manager: EntityManager, calls: readonly Visit[]): Promise<boolean[]> {
    const now = this.clock.now();
    const links = await linksOf(manager, calls);
    const visits = calls.map((call) => withoutForeignLink(call, links));
    const downloads = visits.filter(({ isDownload }) => isDownload);
    const fileIds = await this.archivedFiles(manager, downloads, links, now);
    const candidates = await this.start(
      manager,
      visits.map((visit) => {
        const ids = [visit.bundleId, ...(fileIds.get(visit) ?? [])];
        return { visit, started: ids.map((targetId) => ({ targetId, visitId: randomUUID() })) };
      }),
      now,
    );
    await this.count(manager, candidates, now);
    return candidates.map(({ visit, started }) => started.some((each) => isOfBundle({ visit, ...each })));
  }

  /** The files in the ZIP of each download. Leaves out those that a gate refuses, as the ZIP does. */
  private async archivedFiles(
    manager: EntityManager,
    downloads: readonly Visit[],
    links: ReadonlyMap<string, Link>,
    now: Date,
  ): Promise<Map<Visit, string[]>> {
    if (downloads.length === 0) return new Map();
    const bundleIds = [...new Set(downloads.map(({ bundleId }) => bundleId))];
    const contents = await contentsOf(manager, bundleIds, now);
    return new Map(
      downloads.map((visit) => {
        const { bundleId, isOwner = false, linkId = '' } = visit;
        const link = links.get(linkId);
        // This download may have used up its link.
        const opened = link ? { link, session: null, mayResume: true } : null;
        const access = { action: 'attachment', isOwner, opened } as const;
        const files = (contents.get(bundleId) ?? []).filter(
          ({ file }) => this.access.refusalInBundle(bundleId, file, access) === null,
        );
        return [visit, files.map(({ file }) => file.id)];
      }),
    );
  }

  /**
   * Joins each call to the visit in progress under its key, or starts one. A call without a key always starts one.
   * @returns the candidates, each with only the visits that started and that the rate limits allow
   */
  private async start(
    manager: EntityManager,
    candidates: readonly Candidate[],
    now: Date,
  ): Promise<Candidate[]> {
    const openers = new Map<string, KeyedVisit>();
    for (const { visit, started } of candidates) {
      const key = visit.key ?? visit.joinKey;
      if (key === undefined) continue;
      for (const { targetId, visitId } of started) {
        const name = windowName({ targetId, key });
        if (!openers.has(name)) openers.set(name, { targetId, key, visitId });
      }
    }
    const windows = [...openers].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, window]) => window);
    const opened = await this.windows.open(manager, windows, now);
    const fresh = candidates.map(({ visit, started }) => ({
      visit,
      started: visit.key === null ? started : started.filter(({ visitId }) => opened.has(visitId)),
    }));
    const allowed = await Promise.all(fresh.map((candidate) => this.withinLimits(candidate)));
    const countedIds = new Set(visitIdsOf(allowed));
    const refusedIds = new Set(visitIdsOf(fresh).filter((id) => !countedIds.has(id)));
    // Keep no row of a refused visit: a caller could fill the table with made-up keys.
    await this.windows.delete(
      manager,
      windows.filter(({ visitId }) => refusedIds.has(visitId)),
    );
    return allowed;
  }

  /** The candidate with only the visits that may be counted: all, that of the bundle alone, or none. */
  private async withinLimits({ visit, started }: Candidate): Promise<Candidate> {
    if (started.length === 0 || isSharedAddress(visit.address)) return { visit, started };
    if (!(await this.consumePoints(visit))) return { visit, started: [] };
    const ofBundle = started.filter((each) => isOfBundle({ visit, ...each }));
    const files = started.length - ofBundle.length;
    if (files === 0) return { visit, started };
    const { allowed } = await this.limiter.consumeForNetwork(newVisitsInArchives, visit.address, files);
    return { visit, started: allowed ? started : ofBundle };
  }

  /**
   * Consumes a point of each rate limit of new visits, for the bundle and all files in its archive together.
   * @returns whether they allow the visit
   */
  private consumePoints(visit: Visit): Promise<boolean> {
    return this.limiter.consumeEach(newVisitCounters(visit.bundleId, visit));
  }

  private async count(manager: EntityManager, candidates: readonly Candidate[], now: Date): Promise<void> {
    const visits = candidates.flatMap(({ visit, started }) => started.map((each) => ({ visit, ...each })));
    const ofBundles = visits.filter((visit) => isOfBundle(visit));
    const ofFiles = visits.filter((visit) => !isOfBundle(visit));
    const people = (counted: typeof visits) => counted.filter(({ visit }) => visit.isBot !== true);
    // Lock bundles before files, as changes of bundles do, and files before links, as `VisitsService` does: concurrent
    // transactions in different orders would deadlock.
    await addViews(
      manager,
      'bundles',
      people(ofBundles).map(({ targetId }) => targetId),
    );
    await addViews(
      manager,
      'files',
      people(ofFiles).map(({ targetId }) => targetId),
    );
    await addViews(
      manager,
      'links',
      people(ofBundles).flatMap(({ visit: { linkId } }) => linkId ?? []),
    );
    const accessedAt = now.toISOString();
    await this.outbox.addAll(
      manager,
      bundleAccessed,
      ofBundles.map(({ visit, visitId }) => ({
        subject: visit.bundleId,
        data: { ...visit, visitId, accessedAt },
      })),
    );
    await this.outbox.addAll(
      manager,
      fileAccessed,
      ofFiles.map(({ visit, targetId: fileId, visitId }) => ({
        subject: fileId,
        data: { ...visit, fileId, visitId, accessedAt },
      })),
    );
  }
}

async function linksOf(manager: EntityManager, visits: readonly Visit[]): Promise<Map<string, Link>> {
  const ids = visits.flatMap(({ linkId }) => linkId ?? []);
  if (ids.length === 0) return new Map();
  const links = await manager.findBy(Link, { id: In(ids) });
  return new Map(links.map((link) => [link.id, link]));
}

/**
 * The visit without the link that opened it, and without the e-mail address proven to that link, unless it is one of
 * the bundle. A link of a file counts the visit of the file, also where the file is opened in its bundle.
 */
function withoutForeignLink(visit: Visit, links: ReadonlyMap<string, Link>): Visit {
  const { bundleId, linkId = '' } = visit;
  if (links.get(linkId)?.bundleId === bundleId) return visit;
  return { ...visit, linkId: undefined, email: undefined };
}

function isOfBundle({ visit, targetId }: { readonly visit: Visit; readonly targetId: string }): boolean {
  return targetId === visit.bundleId;
}

function visitIdsOf(candidates: readonly Candidate[]): string[] {
  return candidates.flatMap(({ started }) => started.map(({ visitId }) => visitId));
}
