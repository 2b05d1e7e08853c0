import type { KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Bus } from '@waybill/bus/client';
import { type Caller, type getBundle, type OutputOf, recordBundleVisit } from '@waybill/contracts';
import type { FastifyRequest } from 'fastify';
import { refererOf } from './referer.js';
import { visitKeyOf, visitSecretOf } from './visit-key.js';
import { GATEWAY_MODULE_OPTIONS, type GatewayModuleOptions } from '../options/gateway.module-options.js';
import { isMachine } from '../http/is-machine.js';

const MAX_USER_AGENT_LENGTH = 1000;
const MAX_REFERER_LENGTH = 2000;

/** A successful request for a bundle. */
export interface BundleCall {
  readonly bundleId: string;
  readonly query: {
    readonly visit?: string | undefined;
    readonly via?: string | undefined;
    readonly from?: string | undefined;
  };
  readonly caller: Caller;
  readonly request: FastifyRequest;
  readonly isOwner?: boolean;
  /** The link through which the bundle was opened. */
  readonly origin?: OutputOf<typeof getBundle>['origin'];
}

/** Records visits of bundles (docs/decisions/what-counts-as-a-visit.md). */
@Injectable()
export class BundleVisitRecorderService {
  private readonly secret: KeyObject;
  private readonly publicUrl: URL;

  constructor(
    private readonly bus: Bus,
    @Inject(GATEWAY_MODULE_OPTIONS) { publicUrl, sessionSecrets }: GatewayModuleOptions,
  ) {
    this.publicUrl = publicUrl;
    this.secret = visitSecretOf(sessionSecrets);
  }

  /** Records that the bundle's page or a file in it was opened. A visit ends after 30 minutes without a call. */
  recordPage(call: BundleCall): Promise<void> {
    return this.record(call, 206, false);
  }

  /** Records a request for the archive: a visit of the bundle and, if it is a download, one of each file in it. */
  recordArchive(call: BundleCall, status: 200 | 206 | 304, isDownload: boolean): Promise<void> {
    return this.record(call, status, isDownload);
  }

  private async record(
    { bundleId, query, caller: { address }, request, isOwner = false, origin }: BundleCall,
    status: 200 | 206 | 304,
    isDownload: boolean,
  ): Promise<void> {
    const { headers, method } = request;
    const userAgent = (headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT_LENGTH);
    const isBot = isMachine(request);
    const { linkId, linkVisit, email } = origin ?? {};
    // The id of the link's opening comes first: one opening is one visit, whatever visit id the request has.
    const visitId = linkVisit ?? query.visit ?? null;
    const visit = visitKeyOf(
      { visitId, status, isOwnPreview: false, address, userAgent, method, isBot },
      this.secret,
    );
    if (visit === null) return;
    await this.bus.request(recordBundleVisit, {
      ...{ bundleId, ...visit, address, userAgent, isDownload },
      referer: refererOf(headers, query.from, this.publicUrl).slice(0, MAX_REFERER_LENGTH),
      via: query.via ?? null,
      ...{ linkId, email },
      ...(isBot && { isBot }),
      ...(isOwner && { isOwner }),
      ...(!isBot && visitId !== null && { pageVisitId: visitId }),
      ...(headers['sec-gpc'] === '1' && { hidesAddress: true }),
    });
  }
}
