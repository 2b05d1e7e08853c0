import { AppError, MAX_BUNDLE_FILES, rejectUnstorableText } from '@waybill/contracts';
import { analyticsRoutes } from '@waybill/contracts/http';
import type { FastifyBodyParser, FastifyInstance, FastifyRequest } from 'fastify';
import { isPaymentWebhook } from '../billing/is-payment-webhook.js';
import { cleanBundlePaths } from '../bundles/clean-bundle-paths.js';
import { takesLargeBody } from './body-limits.hook.js';
import { fastifyPath } from '../http/fastify-path.js';
import { requireSmallStructure } from './json-structure.js';

const READING_PATH = fastifyPath(analyticsRoutes.reportReading.path);

/** Maximum number of objects, arrays and commas in a body, and in one of a route that takes large bodies. */
const MAX_VALUES = 5_000;
const MAX_VALUES_OF_LARGE = 4 * MAX_BUNDLE_FILES + 1_000;

/** Fatal: a replaced byte would silently change a password or a name. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Accepts JSON bodies only (uploads parse multipart themselves). An empty body may be declared as JSON. The body
 * of the payment provider's webhook stays a buffer, because its signature covers the bytes.
 */
export function acceptJsonBodies(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.removeContentTypeParser(['application/json', 'text/plain']);
  const parseJson: FastifyBodyParser<Buffer> = (request, body, done) => {
    if (isPaymentWebhook(request) || body.length === 0) {
      done(null, body.length === 0 ? undefined : body);
      return;
    }
    try {
      requireSmallStructure(body, takesLargeBody(request) ? MAX_VALUES_OF_LARGE : MAX_VALUES);
      void parse(request, decode(body), (error, value?: unknown) => {
        if (!error) {
          cleanBundlePaths(request, value);
          rejectUnstorableText(value);
        }
        done(error, value);
      });
    } catch (refusal) {
      done(refusal as Error);
    }
  };
  server.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, parseJson);
  // `navigator.sendBeacon` sends a string as text.
  server.addContentTypeParser<Buffer>('text/plain', { parseAs: 'buffer' }, (request, body, done) => {
    if (isReading(request)) {
      parseJson(request, body, done);
      return;
    }
    done(new AppError('request.unsupported-type'));
  });
}

/** @throws AppError `request.malformed` for bytes that are not UTF-8 */
function decode(body: Buffer): string {
  try {
    return utf8.decode(body);
  } catch (cause) {
    throw new AppError('request.malformed', undefined, { cause });
  }
}

/** Whether a page reports what was read. */
function isReading({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.url === READING_PATH;
}
