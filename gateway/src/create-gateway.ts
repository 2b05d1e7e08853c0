import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import serveStatic from '@fastify/static';
import type { DynamicModule, LoggerService } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { HealthRegistry } from '@waybill/service-kit';
import { fastify, type FastifyHttpOptions, type FastifyInstance, type FastifyReply } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { allowLargeWebhookBodies, isWebhook } from './billing/webhook-body.hook.js';
import type { GatewayModuleOptions } from './gateway.module-options.js';
import { rejectOtherMethods } from './http/allowed-methods.hook.js';
import { answerClientError } from './http/client-error.js';
import { sendError, toAppError } from './http/error.filter.js';
import { rejectForeignOrigin } from './http/csrf.hook.js';
import { securityHeaders } from './http/security-headers.js';
import { rejectNulInUrl, rejectNulInJson } from './http/reject-nul-bytes.js';
import { addHttpMetrics } from './metrics/http-metrics.hook.js';

/** As much as a read of a socket brings: what is larger has to be put together first (docs/benchmarks.md). */
const BUFFER_BYTES = 64 * 1024;
const JSON_LIMIT_BYTES = 64 * 1024;
const MAX_FILES_A_REQUEST = 1000;
/** Idle connections end after the client's own time-out (spec §7). */
const IDLE_TIMEOUT_MS = 300_000;
const HEADERS_TIMEOUT_MS = 30_000;
/** How long calls under way may still take when the gateway ends. */
const CLOSE_MS = 4_000;

export interface Gateway {
  /** Every method and path it answers to, such as `GET /api/files/:id`. */
  readonly routes: readonly string[];
  /** @returns the address it listens at */
  listen(port: number, host: string): Promise<string>;
  /** From now on it says that it is not ready, and serves on. */
  drain(): void;
  /**
   * Ends in order: new calls are refused, those under way may finish.
   * @param graceMs for how long; four seconds when left out
   */
  close(graceMs?: number): Promise<void>;
}

/** The gateway, ready to listen. `root` is the composition root's module with GatewayModule and its adapters. */
export async function createGateway(
  root: DynamicModule,
  config: GatewayModuleOptions,
  logger: LoggerService,
): Promise<Gateway> {
  const server = createServer(config);
  const routes: string[] = [];
  server.addHook('onRoute', ({ method, url }) => {
    routes.push(...[method].flat().map((name) => `${name} ${url}`));
  });
  await server.register(cookie);
  await server.register(helmet, securityHeaders(config));
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
    highWaterMark: BUFFER_BYTES,
  });
  if (config.webRoot !== null) await serveClient(server, config.webRoot);
  const app = await NestFactory.create<NestFastifyApplication>(root, new FastifyAdapter(server), {
    logger,
    bodyParser: false,
  });
  await app.init();
  await server.ready();
  return {
    routes,
    // Not Nest's own listen: it logs what we want to tell in a sentence of ours.
    listen: (port, host) => server.listen({ port, host }),
    drain: () => app.get(HealthRegistry).register('gateway', () => Promise.reject(new Error('It ends'))),
    close: (graceMs = CLOSE_MS) => closeWithin(graceMs, app, server),
  };
}

async function closeWithin(ms: number, app: NestFastifyApplication, server: FastifyInstance): Promise<void> {
  const force = setTimeout(() => server.server.closeAllConnections(), ms);
  await app.close();
  clearTimeout(force);
}

function createServer(config: GatewayModuleOptions): FastifyInstance {
  const options: FastifyHttpOptions<Server> = {
    trustProxy: config.trustProxy,
    bodyLimit: JSON_LIMIT_BYTES,
    connectionTimeout: IDLE_TIMEOUT_MS,
    // Uploads take as long as they take; the connection's idle time bounds them.
    requestTimeout: 0,
    http: { highWaterMark: BUFFER_BYTES, headersTimeout: HEADERS_TIMEOUT_MS, noDelay: true },
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 500 },
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, _request, reply) => sendError(reply, toAppError(error)),
    genReqId: (request) => correlationIdOf(request.headers['x-request-id']),
  };
  const server = fastify(options);
  readBodies(server);
  allowLargeWebhookBodies(server);
  server.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id);
    done();
  });
  addHttpMetrics(server, config);
  server.addHook('onRequest', (request, _reply, done) => {
    rejectNulInUrl(request.url);
    if (!isWebhook(request)) rejectForeignOrigin(request.method, request.headers, config.publicUrl.origin);
    done();
  });
  rejectOtherMethods(server);
  // Answers of calls are about this very moment; what may be kept says so itself.
  server.addHook('onSend', (request, reply, _payload, done) => {
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) {
      void reply.header('cache-control', 'no-store');
    }
    done();
  });
  return server;
}

/**
 * JSON alone, and multipart where uploads read it. A call without a body may still say that it would be JSON. The
 * webhook's is left as it came.
 */
function readBodies(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.removeContentTypeParser(['application/json', 'text/plain']);
  server.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (isWebhook(request) || body.length === 0) {
      done(null, body.length === 0 ? undefined : body);
      return;
    }
    const text = body.toString();
    rejectNulInJson(text);
    void parse(request, text, done);
  });
}

/** What the build made, compressed where it compressed it. Pages are for ClientController. */
async function serveClient(server: FastifyInstance, webRoot: string): Promise<void> {
  const files = { index: false, decorateReply: false, preCompressed: true, ...cacheAssets } as const;
  await server.register(serveStatic, {
    ...files,
    root: join(webRoot, 'assets'),
    prefix: '/assets/',
  });
  await server.register(serveStatic, { ...files, root: webRoot, wildcard: false, globIgnore: ['assets/**'] });
}

/** Built files carry a hash of their content in their names, so they never change. */
const cacheAssets = {
  cacheControl: false,
  setHeaders: (reply: FastifyReply, path: string) => {
    void reply.header(
      'cache-control',
      path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
    );
  },
};

function correlationIdOf(header: string | string[] | undefined): string {
  return typeof header === 'string' && /^[\w-]{8,64}$/.test(header) ? header : randomUUID();
}
