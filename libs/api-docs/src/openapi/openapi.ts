import { errorBodySchema } from '@waybill/contracts';
import { allRoutes, type RouteContract, type RouteGroup } from '@waybill/contracts/http';
import { JsonSchemas } from '../json-schemas.js';
import type { OpenApiDocument, Operation } from './document.js';
import { operationOf } from './operation.js';

const introduction = `Upload a file, get a link, see who opened it.

JSON goes in and out, except for the upload (multipart) and for bytes. Whoever calls is known by a cookie: \`waybill_session\` for an account, \`waybill_browser\` for a browser that uploaded without one. Over https their names begin with \`__Host-\`.

A call that changes something is refused when it comes from another site. Whatever may be fetched with GET may be asked about with HEAD. Every answer carries \`X-Request-Id\`, the id that the logs know the call by.

Every failure has one shape, \`Error\`. What is no call answers it, too: \`request.not-found\` at any other address, \`request.method-not-allowed\` by another method.`;

const groups: Readonly<Record<RouteGroup, string>> = {
  accounts: 'Opening an account, its profile and its passwords',
  sessions: 'Signing in and out, and where one is signed in',
  files: 'Sending files, fetching them, and their settings',
  sharing: 'Links by mail and as QR codes, and the contact form',
  analytics: 'Who opened what, when and from where',
  billing: 'Plans and the promotion',
  operation: 'For those who run Waybill',
  documents: 'What you are reading',
};

/** The HTTP API as OpenAPI 3.1, made from the declared calls. */
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
    servers: [{ url: '/', description: 'Where this document came from' }],
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
      },
      schemas: schemas.components,
    },
  };
}
