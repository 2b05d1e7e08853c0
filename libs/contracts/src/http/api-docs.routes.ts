import { z } from 'zod';
import { jsonResponse, defineRoute } from './route.js';

/** What this Waybill says of itself, made from the same declarations that it works by. */
export const apiDocsRoutes = {
  page: defineRoute({
    id: 'documentsPage',
    method: 'GET',
    path: '/api/docs',
    group: 'documents',
    summary: 'Both documents as a page to read',
    access: 'anyone',
    responses: { 200: { description: 'The page', mediaTypes: ['text/html'] } },
    requests: [],
  }),
  openApi: defineRoute({
    id: 'openApi',
    method: 'GET',
    path: '/api/docs/openapi.json',
    group: 'documents',
    summary: 'The HTTP API as OpenAPI',
    access: 'anyone',
    responses: { 200: jsonResponse(z.looseObject({ openapi: z.string() }), { openapi: '3.1.1' }) },
    requests: [],
  }),
  asyncApi: defineRoute({
    id: 'asyncApi',
    method: 'GET',
    path: '/api/docs/asyncapi.json',
    group: 'documents',
    summary: 'What the processes tell and ask each other, as AsyncAPI',
    access: 'anyone',
    responses: { 200: jsonResponse(z.looseObject({ asyncapi: z.string() }), { asyncapi: '3.0.0' }) },
    requests: [],
  }),
} as const;
