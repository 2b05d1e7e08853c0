import { randomUUID } from 'node:crypto';
import { Bus } from '@waybill/bus/client';
import { AppError, type ErrorCode, type RequestContract } from '@waybill/contracts';
import { DelayedReportsService } from './delayed-reports.service.js';

const caller = { userId: randomUUID(), browserId: null, address: '192.0.2.1' };

/** The files service. The caller owns all of its files, or none if there is a refusal. */
class Files extends Bus {
  readonly requests: string[] = [];

  constructor(private readonly refusal: ErrorCode | null) {
    super();
  }

  async request({ name }: RequestContract): Promise<never> {
    this.requests.push(name);
    if (this.refusal) throw new AppError(this.refusal);
    return {} as never;
  }
}

/** A report that is refused `refusals` times before it is sent. */
function refusedReport(refusals: number, code: ErrorCode = 'analytics.not-found') {
  let tries = 0;
  return () => (tries++ < refusals ? Promise.reject(new AppError(code)) : Promise.resolve('report'));
}

describe('DelayedReportsService', () => {
  const of = (refusal: ErrorCode | null) => {
    const files = new Files(refusal);
    return { files, reports: new DelayedReportsService(files) };
  };
  const file = { kind: 'file' as const, id: randomUUID(), caller };

  it.each(['analytics.not-found', 'files.forbidden'] as const)(
    'waits until analytics knows the owner of a file, instead of %s',
    async (code) => {
      const { files, reports } = of(null);
      await expect(reports.withRetries(file, refusedReport(2, code))).resolves.toBe('report');
      expect(files.requests).toEqual(['files.get-owned']);
    },
  );

  it('waits for a bundle', async () => {
    const { files, reports } = of(null);
    await expect(reports.withRetries({ ...file, kind: 'bundle' }, refusedReport(1))).resolves.toBe('report');
    expect(files.requests).toEqual(['files.bundles.get-owned']);
  });

  it.each(['analytics.not-found', 'files.forbidden', 'files.login-required'] as const)(
    'passes %s on immediately for the file of another',
    async (code) => {
      const { reports } = of('files.forbidden');
      await expect(reports.withRetries(file, refusedReport(1, code))).rejects.toMatchObject({ code });
    },
  );

  it.each([
    ['file', 'files.not-found'],
    ['bundle', 'bundles.not-found'],
  ] as const)('answers as for an unknown %s when it is hidden from the caller', async (kind, code) => {
    const { reports } = of(code);
    await expect(
      reports.withRetries({ ...file, kind }, refusedReport(1, 'files.forbidden')),
    ).rejects.toMatchObject({ code: 'analytics.not-found' });
  });

  it('sends no request for a caller without an account', async () => {
    const { files, reports } = of(null);
    const stranger = { ...file, caller: { ...caller, userId: null } };
    await expect(reports.withRetries(stranger, refusedReport(1))).rejects.toBeDefined();
    expect(files.requests).toEqual([]);
  });

  it('gives up after three seconds, with an answer that says to try again', async () => {
    const { reports } = of(null);
    await expect(reports.withRetries(file, refusedReport(99))).rejects.toMatchObject({
      code: 'server.unavailable',
    });
  });
});
