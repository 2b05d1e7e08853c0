import type { KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '@waybill/contracts';
import type { FastifyRequest } from 'fastify';
import { isMachine } from '../http/is-machine.js';
import { GATEWAY_MODULE_OPTIONS, type GatewayModuleOptions } from '../options/gateway.module-options.js';
import { isByOwnPage, refererOf } from './referer.js';
import { type VisitKey, visitKeyOf, type VisitRequest, visitSecretOf } from './visit-key.js';

const MAX_USER_AGENT_LENGTH = 1000;
const MAX_REFERER_LENGTH = 2000;

/** A request that may belong to a visit. */
export interface VisitCall {
  readonly request: FastifyRequest;
  readonly caller: Caller;
  /** Id of the visit, from the opening of a link or from the page; null for a request without either. */
  readonly visitId: string | null;
  readonly query: {
    /** Id of the share mail that contained the link. */
    readonly via?: string | undefined;
    /** Origin of the page that led to the web client. */
    readonly from?: string | undefined;
  };
}

/** Facts about a visitor that a request carries, in the form in which the files service records them. */
export interface VisitFacts {
  readonly userAgent: string;
  readonly referer: string;
  readonly via: string | null;
  readonly isBot?: true;
  readonly pageVisitId?: string;
  /** The browser asks for privacy (`Sec-GPC`). */
  readonly hidesAddress?: true;
}

/** Reads the key and the facts of a visit from a request (docs/decisions/what-counts-as-a-visit.md). */
@Injectable()
export class VisitFactsService {
  private readonly secret: KeyObject;
  private readonly publicUrl: URL;

  constructor(@Inject(GATEWAY_MODULE_OPTIONS) { publicUrl, sessionSecrets }: GatewayModuleOptions) {
    this.publicUrl = publicUrl;
    this.secret = visitSecretOf(sessionSecrets);
  }

  /** The visit that a response belongs to; null when it counts as none. */
  keyOf(
    { request, caller: { address }, visitId }: VisitCall,
    { status, isOwnPreview }: Pick<VisitRequest, 'status' | 'isOwnPreview'>,
  ): VisitKey | null {
    const { method } = request;
    if (visitId !== null && this.isCheckByPage(request)) return null;
    const userAgent = userAgentOf(request);
    const isBot = isMachine(request);
    return visitKeyOf({ visitId, status, isOwnPreview, address, userAgent, method, isBot }, this.secret);
  }

  of({ request, visitId, query }: VisitCall): VisitFacts {
    const { headers } = request;
    const isBot = isMachine(request);
    return {
      userAgent: userAgentOf(request),
      referer: refererOf(headers, query.from, this.publicUrl).slice(0, MAX_REFERER_LENGTH),
      via: query.via ?? null,
      ...(isBot && { isBot }),
      ...(!isBot && visitId !== null && { pageVisitId: visitId }),
      ...(headers['sec-gpc'] === '1' && { hidesAddress: true }),
    };
  }

  /**
   * Whether a page of Waybill asks by HEAD if its bytes are available. Only the request for them is a visit. Counted as
   * a machine, each download from the page would leave an entry of a bot.
   */
  private isCheckByPage({ method, headers }: FastifyRequest): boolean {
    return (
      method === 'HEAD' && isByOwnPage(headers, this.publicUrl) && !isMachine({ method: 'GET', headers })
    );
  }
}

function userAgentOf({ headers }: FastifyRequest): string {
  return (headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT_LENGTH);
}
