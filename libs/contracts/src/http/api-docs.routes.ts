import { z } from 'zod';
import { defineRoute, jsonResponse, type RouteResponse } from './route.js';

const documentHeaders = z.object({
  'if-none-match': z.string().optional().describe('Responds with 304 if the ETag still matches.'),
});

const validators = {
  ETag: 'Changes with the document.',
  'Cache-Control': 'A cache must revalidate the document every time.',
};

/** Responses of a generated document. */
function documentResponses(document: RouteResponse) {
  return {
    200: { ...document, headers: validators },
    304: { description: 'The cached copy is still valid', mediaTypes: null, headers: validators },
  } as const satisfies Record<number, RouteResponse>;
}

/** The API documents, generated from the contracts that the gateway itself uses. */
export const apiDocsRoutes = {
  page: defineRoute({
    id: 'documentsPage',
    method: 'GET',
    path: '/api/docs',
    group: 'documents',
    summary: 'View the HTTP API in a browser',
    access: 'anyone',
    scope: 'public',
    responses: { 200: { description: 'HTML page', mediaTypes: ['text/html'] } },
    requests: [],
    errors: ['request.not-found'],
  }),
  viewerFile: defineRoute({
    id: 'viewerFile',
    method: 'GET',
    path: '/api/docs/viewer/{name}',
    group: 'documents',
    summary: 'Get a script or style sheet of that page',
    access: 'anyone',
    scope: 'public',
    params: z.object({ name: z.string().describe('File name.') }),
    responses: { 200: { description: 'The file', mediaTypes: ['text/javascript', 'text/css'] } },
    requests: [],
    errors: ['request.not-found'],
  }),
  openApi: defineRoute({
    id: 'openApi',
    method: 'GET',
    path: '/api/docs/openapi.json',
    group: 'documents',
    summary: 'Get the OpenAPI document of the HTTP API',
    access: 'anyone',
    scope: 'public',
    headers: documentHeaders,
    responses: documentResponses(jsonResponse(z.looseObject({ openapi: z.string() }), { openapi: '3.1.1' })),
    requests: [],
    errors: ['request.not-found'],
  }),
  asyncApi: defineRoute({
    id: 'asyncApi',
    method: 'GET',
    path: '/api/docs/asyncapi.json',
    group: 'documents',
    summary: 'Get the AsyncAPI document of the events and requests between the processes',
    access: 'anyone',
    scope: 'public',
    headers: documentHeaders,
    responses: documentResponses(
      jsonResponse(z.looseObject({ asyncapi: z.string() }), { asyncapi: '3.0.0' }),
    ),
    requests: [],
    errors: ['request.not-found'],
  }),
} as const;
