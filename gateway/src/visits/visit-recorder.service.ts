import { Injectable } from '@nestjs/common';
import { Bus } from '@waybill/bus/client';
import { type Caller, type openFile, type OutputOf, recordVisit } from '@waybill/contracts';
import type { transferRoutes } from '@waybill/contracts/http';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { QueryOf } from '../http/valid.decorator.js';
import { VisitFactsService } from './visit-facts.service.js';
import type { VisitRequest } from './visit-key.js';

interface VisitedFile {
  readonly fileId: string;
  readonly query: QueryOf<typeof transferRoutes.download>;
  readonly caller: Caller;
  readonly request: FastifyRequest;
}

/** A call within this time after a recorded call of the same visit is not recorded again. */
const KNOWN_VISIT_TTL_MS = 30_000;
const MAX_KNOWN_VISITS = 20_000;

/** Records visits of files. */
@Injectable()
export class VisitRecorderService {
  /**
   * Visits that this gateway recorded a moment ago. Saves a request for each range that a viewer fetches. Access is not
   * cached: the files service has decided before, for every range, whether the caller may open the file.
   */
  private readonly known = new LRUCache<string, true>({ max: MAX_KNOWN_VISITS, ttl: KNOWN_VISIT_TTL_MS });

  constructor(
    private readonly bus: Bus,
    private readonly facts: VisitFactsService,
  ) {}

  /** Records the visit that a request belongs to, if it counts as one. */
  async record(
    { fileId, query, caller, request }: VisitedFile,
    { isOwner, linkId, linkVisit, bundleId, email }: OutputOf<typeof openFile>,
    status: VisitRequest['status'],
  ): Promise<void> {
    const isOwnPreview = isOwner && query.disposition === 'inline';
    // The id of the link's opening comes first: one opening is one visit, whatever visit id the request has.
    const call = { request, caller, query, visitId: linkVisit ?? query.visit ?? null };
    const visit = this.facts.keyOf(call, { status, isOwnPreview });
    if (visit === null) return;
    const name = visit.key === null ? null : `${fileId} ${visit.key}`;
    if (name !== null && this.known.has(name)) return;
    await this.bus.request(recordVisit, {
      fileId,
      ...visit,
      address: caller.address,
      ...this.facts.of(call),
      linkId,
      bundleId,
      email,
      ...(isOwner && { isOwner }),
    });
    if (name !== null) this.known.set(name, true);
  }
}
