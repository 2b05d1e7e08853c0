import { Injectable } from '@nestjs/common';
import { Bus } from '@waybill/bus/client';
import { type Caller, type getBundle, type OutputOf, recordBundleVisit } from '@waybill/contracts';
import type { FastifyRequest } from 'fastify';
import { type VisitCall, VisitFactsService } from './visit-facts.service.js';
import type { VisitRequest } from './visit-key.js';

/** Longer than usual: a download of the archive is also a visit of each of up to 10,000 files. */
const ARCHIVE_TIMEOUT_MS = 30_000;

/** A successful request for a bundle. */
export interface BundleCall {
  readonly bundleId: string;
  readonly query: VisitCall['query'] & { readonly visit?: string | undefined };
  readonly caller: Caller;
  readonly request: FastifyRequest;
  readonly isOwner?: boolean;
  /** The link through which the bundle was opened. */
  readonly origin?: OutputOf<typeof getBundle>['origin'];
}

/** Records visits of bundles. */
@Injectable()
export class BundleVisitRecorderService {
  constructor(
    private readonly bus: Bus,
    private readonly facts: VisitFactsService,
  ) {}

  /** Records that the bundle's page or a file in it was opened. A visit ends after 30 minutes without a call. */
  recordPage(call: BundleCall): Promise<void> {
    return this.record(call, 206, false);
  }

  /** Records a request for the archive: a visit of the bundle and, if it is a download, one of each file in it. */
  recordArchive(call: BundleCall, status: VisitRequest['status'], isDownload: boolean): Promise<void> {
    return this.record(call, status, isDownload);
  }

  private async record(
    { bundleId, query, caller, request, isOwner = false, origin }: BundleCall,
    status: VisitRequest['status'],
    isDownload: boolean,
  ): Promise<void> {
    const { linkId, linkVisit, email } = origin ?? {};
    // The id of the link's opening comes first: one opening is one visit, whatever visit id the request has.
    const call = { request, caller, query, visitId: linkVisit ?? query.visit ?? null };
    const visit = this.facts.keyOf(call, { status, isOwnPreview: false });
    if (visit === null) return;
    const recorded = {
      bundleId,
      ...visit,
      address: caller.address,
      ...this.facts.of(call),
      isDownload,
      linkId,
      email,
      ...(isOwner && { isOwner }),
    };
    await this.bus.request(recordBundleVisit, recorded, isDownload ? { timeoutMs: ARCHIVE_TIMEOUT_MS } : {});
  }
}
