import type { z } from 'zod';
import type { ErrorCode } from '../errors.js';
import type { RequestContract } from '../message.js';

/** One way a call can succeed. */
export interface RouteResponse {
  readonly description: string;
  /** Null: the answer has no body. More than one where the format is asked for. */
  readonly mediaTypes: readonly string[] | null;
  /** Shape of a JSON body; left out for bytes. */
  readonly schema?: z.ZodType;
  readonly example?: unknown;
  /** Headers that come with every such answer, with what each tells. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a call sends. */
export interface RouteBody<S extends z.ZodType = z.ZodType> {
  readonly mediaType: 'application/json' | 'multipart/form-data';
  readonly schema: S;
  readonly example?: unknown;
}

/** What calls are filed under in the documents. */
export type RouteGroup =
  'accounts' | 'sessions' | 'files' | 'sharing' | 'analytics' | 'billing' | 'operation' | 'documents';

/**
 * One call of the HTTP API, declared once: the gateway takes its method, path, status and schemas from here, and the
 * documents are made of it.
 */
export interface RouteContract {
  /** Unique, in camel case: the documents' operation id. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With `{name}` for what varies. */
  readonly path: `/${string}`;
  readonly group: RouteGroup;
  /** A few words, without a full stop. */
  readonly summary: string;
  readonly description?: string;
  /** `account`: a session is needed. `owner`: the file's owner, an account or an anonymous browser. */
  readonly access: 'anyone' | 'owner' | 'account';
  /** What of the path varies. */
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly headers?: z.ZodObject;
  readonly body?: RouteBody;
  /** By status; the lowest is the usual one. */
  readonly responses: Readonly<Record<number, RouteResponse>>;
  /** Whom the gateway asks to answer it: what they may refuse, the call may be refused with. */
  readonly requests: readonly RequestContract[];
  /** What the gateway itself may refuse, besides what any call may be refused with. */
  readonly errors?: readonly ErrorCode[];
  /** May come from another site: a webhook. */
  readonly crossSite?: true;
}

/** Keeps the exact types of what is declared, so that handlers are typed by it. */
export function defineRoute<const R extends RouteContract>(route: R): R {
  return route;
}

/** A JSON answer, with an example that must fit. */
export function jsonResponse<S extends z.ZodType>(
  schema: S,
  example: z.output<S>,
  description = 'As asked',
): RouteResponse & { readonly schema: S } {
  return { description, mediaTypes: ['application/json'], schema, example };
}

/** A JSON body, with an example that must fit. */
export function jsonBody<S extends z.ZodType>(schema: S, example: z.input<S>): RouteBody<S> {
  return { mediaType: 'application/json', schema, example };
}

/** The status a call usually succeeds with. */
export function successStatus({ responses }: RouteContract): number {
  return Math.min(...Object.keys(responses).map(Number));
}
