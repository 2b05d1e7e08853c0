import type { RouteResponse, RouteContract } from '@waybill/contracts/http';
import type { z } from 'zod';
import type { JsonSchema, JsonSchemas } from '../json-schemas.js';
import type { OpenApiResponse, Content, Operation, Parameter } from './document.js';
import { errorResponses } from './error-responses.js';

/** Headers that some responses lack: the last page of a list has no cursor of a next page. */
const sentSometimes: ReadonlySet<string> = new Set(['X-Next-Cursor']);

/** Security requirements of each kind of access. */
const security = {
  anyone: [{}],
  account: [{ session: [] }],
  owner: [{ session: [] }, { browser: [] }],
  admin: [{ session: [] }],
} as const;

/** Credentials for a route: those of its kind of access or, where it has a scope, an access token with that scope. */
function securityOf({ access, scope }: RouteContract): Operation['security'] {
  const isCovered = scope !== 'public' && scope !== 'none';
  return [...security[access], ...(isCovered ? [{ token: [scope] }] : [])];
}

/** The OpenAPI operation of a route. */
export function operationOf(route: RouteContract, schemas: JsonSchemas): Operation {
  const { body } = route;
  return {
    operationId: route.id,
    tags: [route.group],
    summary: route.summary,
    ...(route.description !== undefined && { description: route.description }),
    security: securityOf(route),
    parameters: [
      ...parametersOf('path', route.params, schemas),
      ...parametersOf('query', route.query, schemas),
      ...parametersOf('header', route.headers, schemas),
    ],
    ...(body && {
      requestBody: {
        required: !takesNoBody(body.schema),
        content: { [body.mediaType]: withExample(schemas.of(body.schema, 'input'), body.example) },
      },
    }),
    responses: responsesOf(route, schemas),
  };
}

/** Whether a call without a body is valid: it counts as an empty object. */
function takesNoBody(schema: z.ZodType): boolean {
  return schema.safeParse({}).success;
}

function parametersOf(
  place: Parameter['in'],
  declared: z.ZodObject | undefined,
  schemas: JsonSchemas,
): Parameter[] {
  if (!declared) return [];
  const { properties = {}, required = [] } = schemas.of(declared, 'input') as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: place,
    required: required.includes(name),
    ...(description !== undefined && { description }),
    schema,
  }));
}

function responsesOf(route: RouteContract, schemas: JsonSchemas): Operation['responses'] {
  const responses = errorResponses(route);
  for (const [status, answer] of Object.entries(route.responses)) {
    const success = successOf(answer, schemas);
    const failure = responses.get(Number(status));
    responses.set(Number(status), failure ? mergeResponses(success, failure) : success);
  }
  return Object.fromEntries(responses);
}

function successOf(
  { description, mediaTypes, schema, example, headers }: RouteResponse,
  schemas: JsonSchemas,
): OpenApiResponse {
  const content = mediaTypes?.map((type) => [
    type,
    schema ? withExample(schemas.of(schema, 'output'), example) : {},
  ]);
  return {
    description,
    ...(headers && {
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, text]) => [
          name,
          { description: text, required: !sentSometimes.has(name), schema: { type: 'string' } },
        ]),
      ),
    }),
    ...(content && { content: Object.fromEntries(content) as Content }),
  };
}

/** Merges the success and the failure responses of one status: the body distinguishes them. */
function mergeResponses(success: OpenApiResponse, failure: OpenApiResponse): OpenApiResponse {
  const successJson = success.content?.['application/json'];
  const failureJson = failure.content?.['application/json'];
  return {
    ...success,
    content: {
      'application/json': {
        schema: { anyOf: [successJson?.schema, failureJson?.schema] },
        examples: { answer: { value: successJson?.example }, ...failureJson?.examples },
      },
    },
  };
}

function withExample(schema: JsonSchema, example: unknown): Content[string] {
  return { schema, ...(example !== undefined && { example }) };
}
