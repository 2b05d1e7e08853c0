import { createHmac, createSecretKey } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Outbox } from '@waybill/bus';
import { type DataOf, type FileSnapshot, MINUTE_MS, visitEnded, visitStarted } from '@waybill/contracts';
import { Clock } from '@waybill/service-kit';
import type { EntityManager } from 'typeorm';
import { secondsOf, shareOf } from '../rounding.js';
import { countryName } from '../visitors/geo-ip.js';
import { hostOf } from '../visitors/host-of.js';
import { presentEnded, presentPage, presentStarted } from './live-event.presenter.js';
import { LiveEventRepository, type OwnedLiveEvent } from './live-event.repository.js';
import {
  type EntryFacts,
  type StartedVisit,
  type VisitInProgress,
  VisitProgressRepository,
} from './visit-progress.repository.js';

/** A visit whose owner is known. */
type OwnedVisit = VisitInProgress & { readonly ownerId: string };

/** Facts of a visit that all of its events contain. */
type VisitFacts = Pick<
  OwnedVisit,
  'id' | 'fileId' | 'isBundle' | 'isOwner' | 'ownerId' | 'name' | 'linkId' | 'email' | 'person'
>;

/** A report of reading. */
export interface ReadVisit {
  readonly id: string;
  /** The page that was shown last. */
  readonly page: number | undefined;
  readonly pageCount: number;
  readonly isFinished: boolean;
}

/** A page that stays visible is sent again at this interval, for clients that started watching in the meantime. */
const REPEAT_MS = MINUTE_MS;

/**
 * Publishes the beginning and the end of visits, to other services and to watching clients, and page turns to watching
 * clients only. After a call, the transaction must not wait for other locks: see `LiveEventRepository.add`. Consumers
 * hold the locks of the files' records, VisitEndSweep those of the visits in progress.
 */
@Injectable()
export class VisitEventsService {
  constructor(
    private readonly outbox: Outbox,
    private readonly progress: VisitProgressRepository,
    private readonly liveEvents: LiveEventRepository,
    private readonly clock: Clock,
  ) {}

  /** Records and publishes new visits of people. */
  async start(manager: EntityManager, visits: readonly StartedVisit[]): Promise<void> {
    if (visits.length === 0) return;
    const filesOf = await this.progress.start(manager, visits, this.clock.now());
    const started = visits.flatMap((visit) => {
      const file = filesOf.get(visit.id);
      return file ? startedOf({ ...visit, ...file }) : [];
    });
    await this.publish(manager, started);
  }

  /** Publishes the visits that were counted before the facts of these files, and so their owners, arrived. */
  async announceVisitsOf(
    manager: EntityManager,
    files: readonly Pick<FileSnapshot, 'fileId'>[],
  ): Promise<void> {
    await this.publishStarted(manager, await this.announce(manager, files));
  }

  /** Publishes finished uploads to watching clients only: other services consume the event of the files service. */
  async publishUploads(manager: EntityManager, files: readonly FileSnapshot[]): Promise<void> {
    const ids = await this.announce(manager, files);
    const events = files.flatMap(({ userId, fileId, originalName: name, size, mimeType, createdAt: at }) =>
      userId === null
        ? []
        : [{ userId, event: { type: 'upload.finished', at, fileId, name, size, mimeType } as const }],
    );
    // Visits that were counted before the facts of their file arrived follow the upload.
    await this.publishStarted(manager, ids, events);
  }

  /** Publishes the pages to which visitors turned, and the end of visits whose pages were closed. */
  async publishReading(manager: EntityManager, reports: readonly ReadVisit[]): Promise<void> {
    const ids = [...new Set(reports.map(({ id }) => id))];
    if (ids.length === 0) return;
    const now = this.clock.now();
    await this.progress.markSeen(manager, ids, now);
    const byId = new Map(
      (await this.progress.read(manager, ids)).filter(isOwned).map((visit) => [visit.id, visit]),
    );
    const shown = new Map<string, number>();
    const pages: OwnedLiveEvent[] = [];
    const finished: OwnedVisit[] = [];
    for (const { id, page, pageCount, isFinished } of reports) {
      const visit = byId.get(id);
      if (!visit?.isAnnounced) continue;
      if (page !== undefined && (shown.has(id) ? shown.get(id) !== page : isPageDue(visit, page, now))) {
        shown.set(id, page);
        pages.push(presentPage({ ...dataOf(visit, now), page, pageCount }));
      }
      if (isFinished) finished.push(visit);
    }
    await this.progress.turnTo(
      manager,
      [...shown].map(([id, page]) => ({ id, page })),
      now,
    );
    await this.end(manager, finished, now, pages);
  }

  /** Ends visits without a report since a time. @returns number of visits */
  async endQuiet(manager: EntityManager, since: Date, limit: number): Promise<number> {
    const ids = await this.progress.quietSince(manager, since, limit);
    const visits = (await this.progress.read(manager, ids)).filter(isOwned);
    await this.progress.delete(manager, ids);
    await this.end(
      manager,
      visits.filter(({ isAnnounced }) => isAnnounced),
      this.clock.now(),
      [],
    );
    return ids.length;
  }

  /** @returns ids of the visits that were not announced, because their files were unknown until now */
  private async announce(
    manager: EntityManager,
    files: readonly Pick<FileSnapshot, 'fileId'>[],
  ): Promise<string[]> {
    return this.progress.announce(
      manager,
      files.map(({ fileId }) => fileId),
    );
  }

  /** @param before live events to publish before those of the visits */
  private async publishStarted(
    manager: EntityManager,
    ids: readonly string[],
    before: readonly OwnedLiveEvent[] = [],
  ): Promise<void> {
    const visits = ids.length === 0 ? [] : (await this.progress.read(manager, ids)).filter(isOwned);
    await this.publish(manager, visits.filter(({ isAnnounced }) => isAnnounced).map(startedOf), before);
  }

  private async publish(
    manager: EntityManager,
    started: readonly DataOf<typeof visitStarted>[],
    before: readonly OwnedLiveEvent[] = [],
  ): Promise<void> {
    if (started.length > 0) await this.outbox.addAll(manager, visitStarted, started.map(eventOf));
    await this.liveEvents.add(manager, [...before, ...started.map(presentStarted)]);
  }

  /** @param before live events of these visits to publish before their end */
  private async end(
    manager: EntityManager,
    visits: readonly OwnedVisit[],
    now: Date,
    before: readonly OwnedLiveEvent[],
  ): Promise<void> {
    const ended = [...new Map(visits.map((visit) => [visit.id, visit])).values()];
    if (ended.length > 0)
      await this.progress.delete(
        manager,
        ended.map(({ id }) => id),
      );
    // A visit that was resumed after its end is not published to other services again.
    const firstEnds = ended.filter(({ hasEnded }) => !hasEnded).map((visit) => eventOf(endedOf(visit, now)));
    await this.outbox.addAll(manager, visitEnded, firstEnds);
    await this.liveEvents.add(manager, [
      ...before,
      ...ended.map((visit) => presentEnded(endedOf(visit, now))),
    ]);
  }
}

function isOwned(visit: VisitInProgress): visit is OwnedVisit {
  return visit.ownerId !== null;
}

function isPageDue({ page, pageAt }: VisitInProgress, shown: number, now: Date): boolean {
  return page !== shown || pageAt === null || now.getTime() - pageAt.getTime() >= REPEAT_MS;
}

function eventOf<D extends { fileId: string | null; bundleId: string | null; visitId: string }>(data: D) {
  return { subject: data.fileId ?? data.bundleId ?? data.visitId, data };
}

function dataOf(visit: VisitFacts, at: Date) {
  const { id, fileId, isBundle, isOwner, ownerId, name, linkId, email } = visit;
  return {
    visitId: id,
    fileId: isBundle ? null : fileId,
    bundleId: isBundle ? fileId : null,
    name,
    ownerId,
    isOwner,
    linkId: linkId ?? fileId,
    email: email || null,
    at: at.toISOString(),
  };
}

function startedOf(visit: VisitFacts & EntryFacts): DataOf<typeof visitStarted> {
  const { accessedAt, countryCode, city, device, os, browser, referer } = visit;
  return {
    ...dataOf(visit, accessedAt),
    visitor: visitorOf(visit),
    throughBundleId: visit.isBundle ? null : visit.throughBundleId,
    country: countryName(countryCode),
    city,
    device,
    os,
    browser,
    referrer: hostOf(referer),
  };
}

/** Identifies the visitor over all files of one account, but not across accounts. */
function visitorOf({ id, ownerId, person }: VisitFacts): string {
  // A visit that began under version 0.2 or 0.1 has no hash of the person, and counts as a visitor of its own.
  if (person === null) return id;
  // As a KeyObject: with a buffer as key, Node takes three times as long.
  const key = createSecretKey(person);
  return createHmac('sha256', key).update(ownerId).digest().subarray(0, 16).toString('base64url');
}

function endedOf(visit: OwnedVisit, now: Date): DataOf<typeof visitEnded> {
  const { durationMs, pagesSeen, completion } = visit;
  return {
    ...dataOf(visit, now),
    durationSeconds: secondsOf(durationMs),
    pagesSeen,
    completion: shareOf(completion),
  };
}
