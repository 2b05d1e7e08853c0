import type { z } from 'zod';
import type { TokenScope } from '../dto/token.dto.js';
import type { ErrorCode } from '../errors.js';
import type { RequestContract } from '../message.js';

/** A successful response. */
export interface RouteResponse {
  readonly description: string;
  /** Null for a response without a body. More than one if the response depends on the request. */
  readonly mediaTypes: readonly string[] | null;
  /** Schema of a JSON body; omitted for bytes. */
  readonly schema?: z.ZodType;
  readonly example?: unknown;
  /** Headers of the response, with their descriptions. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The body of a request. */
export interface RouteBody<S extends z.ZodType = z.ZodType> {
  readonly mediaType: 'application/json' | 'multipart/form-data' | 'application/offset+octet-stream';
  readonly schema: S;
  readonly example?: unknown;
}

/** Tag of a route in the OpenAPI document. */
export type RouteGroup =
  | 'accounts'
  | 'sessions'
  | 'files'
  | 'links'
  | 'file requests'
  | 'sharing'
  | 'webhooks'
  | 'analytics'
  | 'billing'
  | 'administration'
  | 'operation'
  | 'documents';

/**
 * A route of the HTTP API. The gateway registers its method, path, status and schemas. The OpenAPI document is
 * generated from the same contract.
 */
export interface RouteContract {
  /** Unique, in camel case: the operation id in OpenAPI. */
  readonly id: string;
  readonly method: 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path with a placeholder `{name}` for each parameter. */
  readonly path: `/${string}`;
  readonly group: RouteGroup;
  /** A few words without a full stop. */
  readonly summary: string;
  readonly description?: string;
  /**
   * Scope of the access token that the route needs. `public`: the call is answered as without a
   * token. `none`: refuses every token (passwords, sessions, tokens, administration).
   */
  readonly scope: TokenScope | 'public' | 'none';
  /**
   * `account`: a session is needed. `owner`: the file's owner, an account or an anonymous browser. `admin`: an
   * administrator; for everyone else the address does not exist.
   */
  readonly access: 'anyone' | 'owner' | 'account' | 'admin';
  /** Path parameters. */
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly headers?: z.ZodObject;
  readonly body?: RouteBody;
  /** Successful responses by status. The lowest status is the usual one. */
  readonly responses: Readonly<Record<number, RouteResponse>>;
  /** Bus requests that the gateway sends for this route. Their errors are errors of the route. */
  readonly requests: readonly RequestContract[];
  /** Errors of the gateway itself, besides those that `errorsOf` derives. */
  readonly errors?: readonly ErrorCode[];
  /** Exempt from the CSRF check, because other sites and servers send the request (a webhook, RFC 8058). */
  readonly crossSite?: true;
}

/** Declares a route and keeps its exact types, from which the types of handlers are inferred. */
export function defineRoute<const R extends RouteContract>(route: R): R {
  return route;
}

/** Declares a JSON response with an example that matches its schema. */
export function jsonResponse<S extends z.ZodType>(
  schema: S,
  example: z.output<S>,
  description = 'Success',
): RouteResponse & { readonly schema: S } {
  return { description, mediaTypes: ['application/json'], schema, example };
}

/** Declares a JSON body with an example that matches its schema. */
export function jsonBody<S extends z.ZodType>(schema: S, example: z.input<S>): RouteBody<S> {
  return { mediaType: 'application/json', schema, example };
}

/** Returns the usual status of a successful response. */
export function successStatus({ responses }: RouteContract): number {
  return Math.min(...Object.keys(responses).map(Number));
}
