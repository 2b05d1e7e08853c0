import autocannon from 'autocannon';
import { randomBytes, randomUUID } from 'node:crypto';
import { percentile } from '../report/statistics.js';
import type { LatencyJob, LatencyResult, SmallUpload } from './job.js';
import { frameOf, tusHeaders } from './upload.js';

/**
 * Closed loop: each connection sends its next request as soon as it has a reply.
 * @throws Error when a status is not 2xx
 */
export async function latency(job: LatencyJob): Promise<LatencyResult> {
  const { urls, connections, seconds, headers = {}, isNewVisit = false, upload } = job;
  const [first = ''] = urls;
  // The histogram of autocannon rounds to whole milliseconds, which is longer than a no-op route takes.
  const durations: number[] = [];
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const run = autocannon(
      {
        url: new URL(first).origin,
        connections,
        duration: seconds,
        headers,
        requests: urls.map((url) => (upload ? uploadTo(url, upload) : requestOf(url, isNewVisit))),
      },
      (error: Error | null, outcome) => (error ? reject(error) : resolve(outcome)),
    );
    run.on('response', (_client, _status, _bytes, duration) => durations.push(duration));
  });
  const failed = result.errors + result.timeouts + result.non2xx;
  if (failed > 0) throw new Error(`${first}: ${failed} of ${result.requests.total} requests failed`);
  return {
    requestsPerSecond: durations.length / result.duration,
    p50: percentile(durations, 0.5),
    p99: percentile(durations, 0.99),
  };
}

/** A raw upload goes to a new name each time. */
function uploadTo(url: string, { framing, metadata, size }: SmallUpload): autocannon.Request {
  const { head, tail, type } = frameOf({ framing });
  const { pathname } = new URL(url);
  return {
    method: framing === 'raw' ? 'PUT' : 'POST',
    path: pathname,
    headers: { 'content-type': type, ...(framing === 'tus' && tusHeaders(size, metadata)) },
    body: Buffer.concat([head, randomBytes(size), tail]),
    ...(framing === 'raw' && {
      setupRequest: (request: autocannon.Request) => ({ ...request, path: `${pathname}${randomUUID()}` }),
    }),
  };
}

function requestOf(url: string, isNewVisit: boolean): autocannon.Request {
  const { pathname, search } = new URL(url);
  const path = pathname + search;
  if (!isNewVisit) return { method: 'GET', path };
  const setupRequest = (request: autocannon.Request) => ({
    ...request,
    path: `${path}?visit=${randomUUID()}`,
  });
  return { method: 'GET', path, setupRequest };
}
