import { z } from 'zod';
import { defineRoute, jsonResponse } from './route.js';

/** The API documents, generated from the contracts that the gateway itself uses. */
export const apiDocsRoutes = {
  page: defineRoute({
    id: 'documentsPage',
    method: 'GET',
    path: '/api/docs',
    group: 'documents',
    summary: 'View the HTTP API in a browser',
    access: 'anyone',
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
    responses: { 200: jsonResponse(z.looseObject({ openapi: z.string() }), { openapi: '3.1.1' }) },
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
    responses: { 200: jsonResponse(z.looseObject({ asyncapi: z.string() }), { asyncapi: '3.0.0' }) },
    requests: [],
    errors: ['request.not-found'],
  }),
} as const;
