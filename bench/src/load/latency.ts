import autocannon from 'autocannon';
import { percentile } from '../report/statistics.js';
import type { LatencyJob, LatencyResult } from './job.js';

/**
 * Closed loop: each connection asks again as soon as it was answered.
 * @throws Error when anything but 200 came back
 */
export async function latency({ urls, connections, seconds }: LatencyJob): Promise<LatencyResult> {
  const [first = ''] = urls;
  // autocannon's own histogram rounds to whole milliseconds, which is more than a trivial route takes.
  const durations: number[] = [];
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const run = autocannon(
      {
        url: new URL(first).origin,
        connections,
        duration: seconds,
        requests: urls.map((url) => ({ method: 'GET', path: new URL(url).pathname })),
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
