import { AppError } from '@waybill/contracts';
import { Writable } from 'node:stream';
import { runInContext } from './call-context.js';
import { FailureLog } from './failure-log.js';
import { createLogger } from './logger.js';

const SUMMARY_MS = 5_000;

interface Line {
  readonly msg: string;
  readonly reason?: string;
  readonly correlationId?: string;
  readonly err?: { readonly stack?: string };
}

function refusedBy(port: number): AppError {
  const cause = Object.assign(new Error(`connect ECONNREFUSED 127.0.0.1:${port}`), { code: 'ECONNREFUSED' });
  return new AppError('server.unavailable', undefined, { cause });
}

describe('FailureLog', () => {
  let lines: Line[];
  let failures: FailureLog;

  beforeEach(() => {
    jest.useFakeTimers();
    lines = [];
    const destination = new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(JSON.parse(chunk.toString()) as Line);
        done();
      },
    });
    failures = new FailureLog(createLogger('test', 'info', destination));
  });
  afterEach(() => jest.useRealTimers());

  it('logs an unexpected error with its stack, each time', () => {
    for (let n = 0; n < 3; n++) failures.log(new Error('a fault'), 'A call failed');
    expect(lines.map(({ err }) => err?.stack)).toEqual(Array(3).fill(expect.stringContaining('failure-log')));
  });

  it('logs the failure of an unavailable server as one line with its reason and without a stack', () => {
    failures.log(refusedBy(5432), 'A call failed', { request: 'files.file.describe' });
    expect(lines).toEqual([
      expect.objectContaining({
        code: 'server.unavailable',
        reason: 'connect ECONNREFUSED 127.0.0.1:5432',
        request: 'files.file.describe',
        msg: 'A call failed',
      }),
    ]);
    expect(JSON.stringify(lines)).not.toContain('failure-log');
  });

  it('logs the number of failures that repeat a reason every five seconds, until they end', () => {
    for (let n = 0; n < 900; n++) failures.log(refusedBy(5432), 'A call failed');
    failures.log(refusedBy(9000), 'A call failed');
    expect(lines).toHaveLength(2);
    jest.advanceTimersByTime(SUMMARY_MS);
    expect(lines).toHaveLength(3);
    expect(lines[2]).toMatchObject({
      reason: 'connect ECONNREFUSED 127.0.0.1:5432',
      count: 899,
      msg: 'More calls failed in the last five seconds',
    });
    failures.log(refusedBy(5432), 'A call failed');
    jest.advanceTimersByTime(SUMMARY_MS);
    expect(lines[3]).toMatchObject({ count: 1 });
    jest.advanceTimersByTime(3 * SUMMARY_MS);
    expect(lines).toHaveLength(4);
    expect(jest.getTimerCount()).toBe(0);
    failures.log(refusedBy(5432), 'A call failed');
    expect(lines[4]).toMatchObject({ msg: 'A call failed' });
  });

  it('counts reasons that are never the same together', () => {
    for (let port = 1; port <= 1000; port++) failures.log(refusedBy(port), 'A call failed');
    jest.advanceTimersByTime(SUMMARY_MS);
    expect(lines).toHaveLength(22);
    expect(lines[21]).toMatchObject({ reason: 'other reasons', count: 979 });
  });

  it('gives the correlation id of a call to its own line only', () => {
    runInContext({ correlationId: 'call-1' }, () => {
      failures.log(refusedBy(5432), 'A call failed');
      failures.log(refusedBy(5432), 'A call failed');
    });
    jest.advanceTimersByTime(SUMMARY_MS);
    expect(lines.map(({ correlationId }) => correlationId)).toEqual(['call-1', undefined]);
  });

  it('does not log a refusal', () => {
    failures.log(new AppError('files.expired'), 'A call failed');
    failures.log(new AppError('server.busy'), 'A call failed');
    expect(lines).toEqual([]);
  });
});
