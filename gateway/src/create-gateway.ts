import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import serveStatic from '@fastify/static';
import type { DynamicModule, LoggerService } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { rejectUnstorableText } from '@waybill/contracts';
import { analyticsRoutes } from '@waybill/contracts/http';
import { HealthRegistry, SecurityLog } from '@waybill/service-kit';
import {
  errorCodes,
  fastify,
  type FastifyBodyParser,
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { isWebhook } from './billing/is-webhook.js';
import { cleanPathsOfFiles } from './bundles/storable-paths.js';
import { openMailboxLinks } from './mailbox/mailbox-link.hook.js';
import { acceptOneClickUnsubscribe, isUnsubscribe } from './notifications/one-click-unsubscribe.hook.js';
import type { GatewayModuleOptions } from './options/gateway.module-options.js';
import { rejectOtherMethods } from './http/allowed-methods.hook.js';
import { acceptAppendedBytes } from './limits/appended-bytes.js';
import { overrideMethod, requireTusVersion, sendTusVersion } from './upload/tus.hook.js';
import { answerClientError } from './http/client-error.js';
import { sendError, toAppError } from './http/error.filter.js';
import { bearerToken } from './http/bearer-token.js';
import { requireOwnOrigin } from './http/csrf.hook.js';
import { securityHeaders } from './http/security-headers.js';
import { rejectNulInUrl } from './http/reject-nul-bytes.js';
import { setBodyLimits } from './http/body-limits.hook.js';
import { limitBodyTime } from './http/body-timeout.hook.js';
import { fastifyPath } from './http/fastify-path.js';
import { destroyBodyOfHead } from './http/head-body.hook.js';
import { limitUnansweredRequests } from './http/unanswered-requests.hook.js';
import { addHttpMetrics } from './metrics/http-metrics.hook.js';

/** 64 KiB, one socket read. Larger buffers must be assembled from several reads (docs/benchmarks.md). */
const BUFFER_BYTES = 64 * 1024;
const JSON_LIMIT_BYTES = 64 * 1024;
const MAX_FILES_A_REQUEST = 1000;
/** Idle connections are closed after the client's own time-out (spec §7). */
const IDLE_TIMEOUT_MS = 300_000;
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
  const server = createServer(options, () => app.get(SecurityLog));
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

/** Takes the place of Fastify's compilers of JSON schemas, which would be loaded at the start. Routes validate with zod. */
function noJsonSchemas(): never {
  throw new Error('A route of the gateway must not have a JSON schema');
}

/** @param securityLog of the app, which is created after the server */
function createServer(options: GatewayModuleOptions, securityLog: () => SecurityLog): FastifyInstance {
  const server = fastify<Server>({
    trustProxy: options.trustProxy,
    bodyLimit: JSON_LIMIT_BYTES,
    connectionTimeout: IDLE_TIMEOUT_MS,
    // An upload may take hours. The idle time-out of the connection ends stalled ones.
    requestTimeout: 0,
    http: { highWaterMark: BUFFER_BYTES, headersTimeout: HEADERS_TIMEOUT_MS, noDelay: true },
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
  parseBodies(server);
  acceptAppendedBytes(server);
  acceptOneClickUnsubscribe(server);
  setBodyLimits(server);
  const headers = securityHeaders(options);
  server.addHook('onRequest', (request, reply, done) => {
    void reply.headers(headers).header('x-request-id', request.id);
    done();
  });
  addHttpMetrics(server, options);
  sendTusVersion(server);
  server.addHook('onRequest', (request, _reply, done) => {
    rejectNulInUrl(request.url);
    if (!isWebhook(request) && !isUnsubscribe(request) && bearerToken(request.headers) === null)
      requireOwnOrigin(request, options.publicUrl.origin, securityLog);
    done();
  });
  rejectOtherMethods(server);
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

/**
 * Accepts JSON bodies only (uploads parse multipart themselves). An empty body may be declared as JSON. The webhook's
 * body stays a buffer, because its signature covers the bytes.
 */
function parseBodies(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.removeContentTypeParser(['application/json', 'text/plain']);
  const parseJson: FastifyBodyParser<Buffer> = (request, body, done) => {
    if (isWebhook(request) || body.length === 0) {
      done(null, body.length === 0 ? undefined : body);
      return;
    }
    void parse(request, body.toString(), (error, value?: unknown) => {
      try {
        if (!error) {
          cleanPathsOfFiles(request, value);
          rejectUnstorableText(value);
        }
        done(error, value);
      } catch (refusal) {
        done(refusal as Error);
      }
    });
  };
  server.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, parseJson);
  // `navigator.sendBeacon` sends a string as text.
  server.addContentTypeParser<Buffer>('text/plain', { parseAs: 'buffer' }, (request, body, done) => {
    if (isReading(request)) {
      parseJson(request, body, done);
      return;
    }
    done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(request.headers['content-type']), undefined);
  });
}

const READING_PATH = fastifyPath(analyticsRoutes.reportReading.path);

/** Whether a page reports what was read. */
function isReading({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.url === READING_PATH;
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
