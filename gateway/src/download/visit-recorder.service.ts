import type { KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Bus } from '@waybill/bus/client';
import { type Caller, recordVisit } from '@waybill/contracts';
import type { transferRoutes } from '@waybill/contracts/http';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { QueryOf } from '../http/valid.decorator.js';
import type { OpenedFile, RangeResponse } from './range-response.service.js';
import { isMachine } from '../http/is-machine.js';
import { refererOf } from './referer.js';
import { visitKeyOf, visitSecretOf } from './visit-key.js';
import { GATEWAY_MODULE_OPTIONS, type GatewayModuleOptions } from '../options/gateway.module-options.js';

const MAX_USER_AGENT_LENGTH = 1000;
const MAX_REFERER_LENGTH = 2000;

interface VisitedFile {
  readonly fileId: string;
  readonly query: QueryOf<typeof transferRoutes.download>;
  readonly caller: Caller;
  readonly request: FastifyRequest;
}

/** A call within this time after a recorded call of the same visit is not recorded again. */
const KNOWN_VISIT_TTL_MS = 30_000;
const MAX_KNOWN_VISITS = 20_000;

/** Records visits (docs/decisions/what-counts-as-a-visit.md). */
@Injectable()
export class VisitRecorderService {
  /**
   * Visits that this gateway recorded a moment ago. Saves a request for each range that a viewer fetches. Access is not
   * cached: the files service has decided before, for every range, whether the caller may open the file.
   */
  private readonly known = new LRUCache<string, true>({ max: MAX_KNOWN_VISITS, ttl: KNOWN_VISIT_TTL_MS });

  private readonly secret: KeyObject;
  private readonly publicUrl: URL;

  constructor(
    private readonly bus: Bus,
    @Inject(GATEWAY_MODULE_OPTIONS) { publicUrl, sessionSecrets }: GatewayModuleOptions,
  ) {
    this.publicUrl = publicUrl;
    this.secret = visitSecretOf(sessionSecrets);
  }

  /** Records the visit that a request belongs to, if it counts as one. */
  async record(
    { fileId, query, caller: { address }, request }: VisitedFile,
    { isOwner, linkId, linkVisit, bundleId, email }: OpenedFile,
    status: RangeResponse['status'],
  ): Promise<void> {
    const { headers, method } = request;
    const userAgent = (headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT_LENGTH);
    const isOwnPreview = isOwner && query.disposition === 'inline';
    // The id of the link's opening comes first: one opening is one visit, whatever visit id the request has.
    const visitId = linkVisit ?? query.visit ?? null;
    const isBot = isMachine(request);
    const visit = visitKeyOf(
      { visitId, status, isOwnPreview, address, userAgent, method, isBot },
      this.secret,
    );
    if (visit === null) return;
    const name = visit.key === null ? null : `${fileId} ${visit.key}`;
    if (name !== null && this.known.has(name)) return;
    const referer = refererOf(headers, query.from, this.publicUrl).slice(0, MAX_REFERER_LENGTH);
    const via = query.via ?? null;
    await this.bus.request(recordVisit, {
      ...{ fileId, ...visit, address, userAgent, referer, via },
      ...{ linkId, bundleId, email },
      ...(isBot && { isBot }),
      ...(isOwner && { isOwner }),
      ...(!isBot && visitId !== null && { pageVisitId: visitId }),
      ...(headers['sec-gpc'] === '1' && { hidesAddress: true }),
    });
    if (name !== null) this.known.set(name, true);
  }
}
