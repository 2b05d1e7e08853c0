import { unlockedPreviewSchema, verifyPasswordSchema } from '../dto/file.dto.js';
import { idSchema } from '../dto/id.dto.js';
import { getUnlockedPreview, unlockPreview } from '../requests/unlocked-previews.requests.js';
import { fileParams, openQuery, verificationHeaders } from './files.routes.js';
import { defineRoute, jsonBody, jsonResponse } from './route.js';

const exampleId = '3b0d7f52-8a41-4f0e-9d7b-51f0a6c2e9d4';

/** Previews of Office files that have a password of their own. */
export const unlockedPreviewRoutes = {
  unlockPreview: defineRoute({
    id: 'unlockPreview',
    method: 'POST',
    path: '/api/files/{id}/preview/unlock',
    group: 'files',
    summary: 'Convert an Office file with the password of the document',
    description:
      'For a file whose `preview.isEncrypted` is true. The password is deleted after the conversion, and the rendition after two hours.',
    access: 'anyone',
    scope: 'public',
    params: fileParams,
    query: openQuery,
    headers: verificationHeaders,
    body: jsonBody(verifyPasswordSchema, { password: 'open sesame' }),
    responses: {
      202: jsonResponse(unlockedPreviewSchema, { id: exampleId, state: 'pending' }, 'The conversion begins'),
    },
    requests: [unlockPreview],
  }),
  getUnlockedPreview: defineRoute({
    id: 'getUnlockedPreview',
    method: 'GET',
    path: '/api/files/{id}/preview/unlock/{unlocked}',
    group: 'files',
    summary: 'Get the state of a conversion with the password of the document',
    access: 'anyone',
    scope: 'read',
    params: fileParams.extend({ unlocked: idSchema.describe('Id of the conversion.') }),
    query: openQuery,
    headers: verificationHeaders,
    responses: { 200: jsonResponse(unlockedPreviewSchema, { id: exampleId, state: 'ready' }) },
    requests: [getUnlockedPreview],
  }),
} as const;
