import { z } from 'zod';
import { finishAuditEntry, startAuditEntry } from '../requests/audit.requests.js';
import { jsonResponse, type RouteResponse } from './route.js';

/** Properties of every route of the administration. Other callers than administrators get `request.not-found`. */
export const adminRoute = { group: 'administration', access: 'admin', scope: 'none' } as const;

/** Bus requests of every action of an administrator, which is logged before it is performed. */
export const auditRequests = [startAuditEntry, finishAuditEntry] as const;

/** A page of a list, with the cursor of the next page. */
export function pageOf<S extends z.ZodType>(
  schema: S,
  example: z.output<S>,
): RouteResponse & { readonly schema: z.ZodArray<S> } {
  return {
    ...jsonResponse(z.array(schema), [example]),
    headers: { 'X-Next-Cursor': 'Cursor of the next page. Left out on the last page.' },
  };
}
