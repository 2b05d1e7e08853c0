import { z } from 'zod';
import { answers, defineRoute } from './route.js';

/** What this Waybill says of itself, made from the same declarations that it works by. */
export const documentRoutes = {
  page: defineRoute({
    id: 'documentsPage',
    method: 'GET',
    path: '/api/docs',
    group: 'documents',
    summary: 'Both documents as a page to read',
    access: 'anyone',
    answers: { 200: { description: 'The page', mediaTypes: ['text/html'] } },
    asks: [],
  }),
  openApi: defineRoute({
    id: 'openApi',
    method: 'GET',
    path: '/api/docs/openapi.json',
    group: 'documents',
    summary: 'The HTTP API as OpenAPI',
    access: 'anyone',
    answers: { 200: answers(z.looseObject({ openapi: z.string() }), { openapi: '3.1.1' }) },
    asks: [],
  }),
  asyncApi: defineRoute({
    id: 'asyncApi',
    method: 'GET',
    path: '/api/docs/asyncapi.json',
    group: 'documents',
    summary: 'What the processes tell and ask each other, as AsyncAPI',
    access: 'anyone',
    answers: { 200: answers(z.looseObject({ asyncapi: z.string() }), { asyncapi: '3.0.0' }) },
    asks: [],
  }),
} as const;
