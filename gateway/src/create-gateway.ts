import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import serveStatic from '@fastify/static';
import type { DynamicModule, LoggerService } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { MINUTE_MS } from '@waybill/contracts';
import { RateLimiter } from '@waybill/redis';
import { HealthRegistry, SecurityLog } from '@waybill/service-kit';
import { fastify, type FastifyHttpOptions, type FastifyInstance, type FastifyReply } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { isPaymentWebhook } from './billing/is-payment-webhook.js';
import { openMailboxLinks } from './mailbox/mailbox-link.hook.js';
import { acceptOneClickUnsubscribe, isUnsubscribe } from './notifications/one-click-unsubscribe.hook.js';
import type { GatewayModuleOptions } from './options/gateway.module-options.js';
import { rejectOtherMethods } from './http/allowed-methods.hook.js';
import { acceptAppendedBytes } from './request-bodies/appended-bytes.js';
import { overrideMethod, requireTusVersion, sendTusVersion } from './upload/tus.hook.js';
import { answerClientError } from './http/client-error.js';
import { sendError, toAppError } from './http/error.filter.js';
import { bearerToken } from './http/bearer-token.js';
import { rejectForeignOrigin } from './http/csrf.hook.js';
import { securityHeaders } from './http/security-headers.js';
import { rejectNulInUrl } from './http/reject-nul-bytes.js';
import { JSON_LIMIT_BYTES, setBodyLimits } from './request-bodies/body-limits.hook.js';
import { limitLargeBodies } from './request-bodies/large-bodies.hook.js';
import { rejectForms } from './request-bodies/form-body.hook.js';
import { answerExpectations, requireHost } from './http/node-refusals.hook.js';
import { limitBodyTime } from './request-bodies/body-timeout.hook.js';
import { acceptJsonBodies } from './request-bodies/json-body.js';
import { destroyBodyOfHead } from './http/head-body.hook.js';
import { limitUnansweredRequests } from './http/unanswered-requests.hook.js';
import { observeRequests } from './metrics/observe-requests.hook.js';

/** 64 KiB, one socket read. Larger buffers must be assembled from several reads (docs/benchmarks.md). */
const BUFFER_BYTES = 64 * 1024;
const MAX_FILES_A_REQUEST = 1000;
/** Idle connections are closed after the client's own timeout (spec §7). */
const IDLE_TIMEOUT_MS = 5 * MINUTE_MS;
const HEADERS_TIMEOUT_MS = 30_000;
/** Default time for requests in progress when the gateway shuts down. */
const CLOSE_MS = 4_000;

export interface Gateway {
  /** Method and path of every route, such as `GET /api/files/:id`. */
  readonly routes: readonly string[];
  /** @returns the address that it listens on */
  listen(port: number, host: string): Promise<string>;
  /** Makes `/readyz` fail. Requests are still served. */
  drain(): void;
  /**
   * Refuses new requests and waits for those in progress.
   * @param graceMs closes the remaining connections after this time; four seconds by default
   */
  close(graceMs?: number): Promise<void>;
}

/** Creates a gateway that is ready to listen. @param root module that imports GatewayModule and its adapters */
export async function createGateway(
  root: DynamicModule,
  options: GatewayModuleOptions,
  logger: LoggerService,
): Promise<Gateway> {
  const server = createServer(options, {
    securityLog: () => app.get(SecurityLog),
    rateLimiter: () => app.get(RateLimiter),
  });
  const routes: string[] = [];
  server.addHook('onRoute', ({ method, url }) => {
    routes.push(...[method].flat().map((name) => `${name} ${url}`));
  });
  await server.register(cookie);
  await server.register(multipart, {
    limits: {
      fileSize: Number.MAX_SAFE_INTEGER,
      files: MAX_FILES_A_REQUEST,
      fields: 100,
      fieldSize: 64 * 1024,
      parts: MAX_FILES_A_REQUEST + 100,
      headerPairs: 100,
    },
    fileHwm: BUFFER_BYTES,
    // Twice a read of the socket: a buffer that one read fills would pause the request after each read.
    highWaterMark: 2 * BUFFER_BYTES,
  });
  if (options.webRoot !== null) await serveClient(server, options.webRoot);
  const app = await NestFactory.create<NestFastifyApplication>(root, new FastifyAdapter(server), {
    logger,
    bodyParser: false,
  });
  await app.init();
  await server.ready();
  return {
    routes,
    // Nest's own listen would log a line of its own.
    listen: (port, host) => server.listen({ port, host }),
    drain: () =>
      app
        .get(HealthRegistry)
        .register('gateway', () => Promise.reject(new Error('The gateway is shutting down'))),
    close: (graceMs = CLOSE_MS) => closeWithin(graceMs, app, server),
  };
}

async function closeWithin(ms: number, app: NestFastifyApplication, server: FastifyInstance): Promise<void> {
  const force = setTimeout(() => server.server.closeAllConnections(), ms);
  await app.close();
  clearTimeout(force);
}

/**
 * Takes the place of Fastify's compilers of JSON schemas, which would be loaded at the start. Routes validate with zod.
 */
function noJsonSchemas(): never {
  throw new Error('A route of the gateway must not have a JSON schema');
}

/** Providers of the app, which is created after the server. */
interface AppProviders {
  readonly securityLog: () => SecurityLog;
  readonly rateLimiter: () => RateLimiter;
}

function createServer(options: GatewayModuleOptions, app: AppProviders): FastifyInstance {
  const server = fastify<Server>({
    trustProxy: options.trustProxy,
    bodyLimit: JSON_LIMIT_BYTES,
    connectionTimeout: IDLE_TIMEOUT_MS,
    // An upload may take hours. The idle timeout of the connection ends stalled ones.
    requestTimeout: 0,
    http: {
      highWaterMark: BUFFER_BYTES,
      headersTimeout: HEADERS_TIMEOUT_MS,
      noDelay: true,
      // Node's own refusal has no body. `requireHost` refuses instead.
      requireHostHeader: false,
    },
    return503OnClosing: false,
    rewriteUrl: overrideMethod,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 500 },
    clientErrorHandler: answerClientError,
    schemaController: { compilersFactory: { buildValidator: noJsonSchemas, buildSerializer: noJsonSchemas } },
    frameworkErrors: (error, _request, reply) => sendError(reply, toAppError(error)),
    genReqId: ({ headers }) => correlationIdOf(options.trustProxy !== false && headers['x-request-id']),
  } satisfies FastifyHttpOptions<Server>);
  // Before all other hooks: a refused request must cost nothing.
  limitUnansweredRequests(server);
  answerExpectations(server);
  acceptJsonBodies(server);
  acceptAppendedBytes(server);
  acceptOneClickUnsubscribe(server);
  setBodyLimits(server);
  const headers = securityHeaders(options);
  server.addHook('onRequest', (request, reply, done) => {
    void reply.headers(headers).header('x-request-id', request.id);
    requireHost(request);
    done();
  });
  observeRequests(server, options);
  sendTusVersion(server);
  server.addHook('onRequest', (request, _reply, done) => {
    rejectNulInUrl(request.url);
    if (!isPaymentWebhook(request) && !isUnsubscribe(request) && bearerToken(request.headers) === null)
      rejectForeignOrigin(request, options.publicUrl.origin, app.securityLog);
    done();
  });
  rejectOtherMethods(server);
  rejectForms(server);
  limitLargeBodies(server, app.rateLimiter);
  requireTusVersion(server);
  openMailboxLinks(server, options);
  limitBodyTime(server, options.limits.bodyTimeoutMs);
  // API responses are not cacheable unless they say so.
  server.addHook('onSend', (request, reply, _payload, done) => {
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) {
      void reply.header('cache-control', 'no-store');
    }
    done();
  });
  destroyBodyOfHead(server);
  return server;
}

/** Serves the built files, compressed where the build compressed them. WebClientController serves the pages. */
async function serveClient(server: FastifyInstance, webRoot: string): Promise<void> {
  const files = { index: false, decorateReply: false, preCompressed: true } as const;
  await server.register(serveStatic, {
    ...files,
    // File names below `/assets/` contain a hash of the content, so these files never change.
    ...cachedAs('public, max-age=31536000, immutable'),
    root: join(webRoot, 'assets'),
    prefix: '/assets/',
  });
  await server.register(serveStatic, {
    ...files,
    ...cachedAs('public, max-age=3600'),
    root: webRoot,
    wildcard: false,
    globIgnore: ['assets/**'],
  });
}

function cachedAs(cacheControl: string) {
  return {
    cacheControl: false,
    setHeaders: (reply: FastifyReply) => void reply.header('cache-control', cacheControl),
  };
}

/** @param header `x-request-id` of a trusted proxy. Other clients must not choose the id in our logs. */
function correlationIdOf(header: string | string[] | undefined | false): string {
  return typeof header === 'string' && /^[\w-]{8,64}$/.test(header) ? header : randomUUID();
}
