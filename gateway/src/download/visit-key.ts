import { createHash } from 'node:crypto';

/** How a request took part in a visit; see docs/decisions/what-counts-as-a-visit.md. */
export interface VisitKey {
  /** Requests of one file with the same key are one visit; null is always a visit of its own. */
  readonly key: string | null;
  /** Key that later requests of the same client may join. */
  readonly joinKey?: string;
}

export interface VisitRequest {
  /** Id that our own pages append to every address of one page view. */
  readonly visitId: string | null;
  readonly status: 200 | 206 | 304;
  readonly isOwnPreview: boolean;
  readonly address: string;
  readonly userAgent: string;
}

/** The visit that a served request belongs to; null when it counts nothing. */
export function visitKeyOf(request: VisitRequest): VisitKey | null {
  if (request.isOwnPreview) return null;
  if (request.visitId !== null) return { key: `page:${request.visitId}` };
  const client = `client:${createHash('sha256').update(`${request.address}\n${request.userAgent}`).digest('hex')}`;
  switch (request.status) {
    case 200:
      return { key: null, joinKey: client };
    case 206:
      return { key: client };
    case 304:
      return null;
  }
}
