/** The access check of a route or page for the entity that its path names. */
export type RouteGate =
  /** Passes the access gates of the file, bundle or link (`services/files/src/access`). */
  | 'gates'
  /** Only for the owner, who passes every gate except those against infected and taken-down files. */
  | 'owner'
  /** The path names nothing that the gates protect. */
  | 'none';

/** The gate of every route whose path has a parameter. A new route without a row fails a test. */
export const routeGates: Readonly<Record<string, RouteGate>> = {
  'GET /api/files/{id}': 'gates',
  'GET /api/files/{id}/metadata': 'gates',
  'GET /api/files/{id}/check-protection': 'gates',
  'POST /api/files/{id}/verify-password': 'gates',
  'GET /api/files/{id}/download': 'gates',
  'GET /api/files/{id}/preview': 'gates',
  'POST /api/files/{id}/preview/unlock': 'gates',
  'GET /api/files/{id}/preview/unlock/{unlocked}': 'gates',
  'GET /api/files/{id}/thumbnail': 'gates',
  'GET /api/files/{id}/viewer': 'gates',
  'GET /api/qr-code/{id}': 'gates',
  'POST /api/files/{id}/report': 'gates',
  'POST /api/bundles/{id}/report': 'gates',
  'POST /api/links/{id}/report': 'gates',
  'GET /api/bundles/{id}': 'gates',
  'POST /api/bundles/{id}/verify-password': 'gates',
  'GET /api/bundles/{id}/download': 'gates',

  'DELETE /api/files/{id}': 'owner',
  'PUT /api/files/{id}/settings': 'owner',
  'GET /api/files/{id}/analytics': 'owner',
  'GET /api/files/{id}/analytics/export': 'owner',
  'POST /api/share/email/{id}': 'owner',
  'PUT /api/bundles/{id}': 'owner',
  'DELETE /api/bundles/{id}': 'owner',
  'GET /api/bundles/{id}/analytics': 'owner',
  'GET /api/bundles/{id}/analytics/export': 'owner',

  'POST /api/files/{id}/links': 'owner',
  'GET /api/files/{id}/links': 'owner',
  'POST /api/bundles/{id}/links': 'owner',
  'GET /api/bundles/{id}/links': 'owner',
  'PUT /api/links/{id}': 'owner',
  'DELETE /api/links/{id}': 'owner',
  'GET /api/links/{id}': 'gates',
  'POST /api/links/{id}/open': 'gates',

  'PUT /api/requests/{id}': 'owner',
  'DELETE /api/requests/{id}': 'owner',
  // A file request exposes no files: each received file is behind its own gates.
  'GET /api/requests/{id}': 'none',
  'POST /api/requests/{id}/open': 'none',

  // An upload is visible to its sender only, and no longer found once its file is deleted.
  'HEAD /api/uploads/{id}': 'none',
  'PATCH /api/uploads/{id}': 'none',
  'DELETE /api/uploads/{id}': 'none',
  // Only adds to a visit whose bytes were served, and returns no data.
  'POST /api/files/{id}/visits/{visit}': 'none',
  'GET /api/mailbox/{id}': 'none',
  'PUT /api/admin/people/{id}': 'none',
  'DELETE /api/admin/people/{id}': 'none',
  'POST /api/admin/people/{id}/suspend': 'none',
  'POST /api/admin/people/{id}/unsuspend': 'none',
  'POST /api/admin/people/{id}/sign-out': 'none',
  'POST /api/admin/files/{id}/takedown': 'none',
  'POST /api/admin/files/{id}/restore': 'none',
  'POST /api/admin/reports/{id}/takedown': 'none',
  'POST /api/admin/reports/{id}/restore': 'none',
  'POST /api/admin/reports/{id}/dismiss': 'none',
  'DELETE /api/user/sessions/{id}': 'none',
  'PUT /api/user/passkeys/{id}': 'none',
  'DELETE /api/user/passkeys/{id}': 'none',
  'DELETE /api/tokens/{id}': 'none',
  'GET /api/webhooks/{id}': 'none',
  'PUT /api/webhooks/{id}': 'none',
  'DELETE /api/webhooks/{id}': 'none',
  'GET /api/webhooks/{id}/deliveries': 'none',
  'POST /api/webhooks/{id}/deliveries/{delivery}/resend': 'none',
  'GET /api/docs/viewer/{name}': 'none',
};

/** Pages whose HTML response depends on a file: its link preview tags, and whether other sites may frame the page. */
export const pagesOfFiles = ['/{id}', '/{id}/link', '/{id}/share', '/embed/{id}'] as const;

/** Like `pagesOfFiles`, for bundles. */
export const pagesOfBundles = ['/b/{id}', '/b/{id}/share'] as const;
