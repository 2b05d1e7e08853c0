import { errorBodySchema } from '@waybill/contracts';
import { allRoutes, type RouteContract, type RouteGroup } from '@waybill/contracts/http';
import { JsonSchemas } from '../json-schemas.js';
import type { OpenApiDocument, Operation } from './document.js';
import { operationOf } from './operation.js';

const introduction = `Upload a file, get a link, see who opened it.

Requests and responses are JSON, except for the upload (multipart) and downloads. A cookie identifies the caller: \`waybill_session\` an account, \`waybill_browser\` a browser that uploaded without one. Over https their names start with \`__Host-\`.

A request that changes state is refused if it comes from another site. HEAD works wherever GET does. Every response has \`X-Request-Id\`, the correlation id of the logs.

Every error has the schema \`Error\`: at an unknown path too (\`request.not-found\`), and for another method (\`request.method-not-allowed\`).`;

const groups: Readonly<Record<RouteGroup, string>> = {
  accounts: 'Sign-up, activation, profile and passwords',
  sessions: 'Log-in, log-out and the list of sessions',
  files: 'Uploads, downloads and settings of files',
  links: 'Links of a file, each with its own gate, limits and analytics',
  'file requests': 'File requests: others send files to an account',
  sharing: 'Share mails, QR codes and the contact form',
  webhooks: 'Events of an account, posted to an address of its choice',
  analytics: 'Visits of a file',
  billing: 'Plans, payments and the promotion',
  administration: 'Figures, files, reports and the audit log, for administrators',
  operation: 'Health checks and the mailbox, for operators',
  documents: 'This document and the AsyncAPI document',
};

/** Generates the OpenAPI 3.1 document of the HTTP API from its routes. */
export function openApi(routes: readonly RouteContract[] = allRoutes): OpenApiDocument {
  const schemas = new JsonSchemas();
  schemas.of(errorBodySchema, 'output');
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of routes) {
    (paths[route.path] ??= {})[route.method.toLowerCase()] = operationOf(route, schemas);
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Waybill',
      version: '1',
      description: introduction,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'This server' }],
    tags: Object.entries(groups).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'waybill_session', description: 'Set by logging in.' },
        browser: {
          type: 'apiKey',
          in: 'cookie',
          name: 'waybill_browser',
          description: 'Set by the first upload without an account.',
        },
        token: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An access token of POST /api/tokens. The scope that a call needs is listed with it: upload, read or manage.',
        },
      },
      schemas: schemas.components,
    },
  };
}
