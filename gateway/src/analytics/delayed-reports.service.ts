import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Bus } from '@waybill/bus/client';
import { AppError, type Caller, type ErrorCode, getOwnedBundle, getOwnedFile } from '@waybill/contracts';

/** Pauses between attempts, three seconds in all: far longer than an event takes without a backlog. */
const PAUSES_MS = [25, 50, 100, 200, 400, 800, 1600];

/** Refusals that may end when analytics consumes a delayed event: of the upload, or of the claim by an account. */
const temporaryRefusals: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'analytics.not-found',
  'files.forbidden',
]);

const notFound: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['files.not-found', 'bundles.not-found']);

export interface ReportTarget {
  readonly kind: 'file' | 'bundle';
  readonly id: string;
  readonly caller: Caller;
}

/** Requests reports. Retries while analytics has not consumed the event about a file or bundle of the caller. */
@Injectable()
export class DelayedReportsService {
  constructor(private readonly bus: Bus) {}

  /** @throws AppError of `request`; `server.unavailable` when analytics is seconds behind */
  async withRetries<T>(target: ReportTarget, request: () => Promise<T>): Promise<T> {
    for (const [attempt, pauseMs] of [0, ...PAUSES_MS].entries()) {
      await sleep(pauseMs);
      try {
        return await request();
      } catch (error) {
        if (!(error instanceof AppError) || !temporaryRefusals.has(error.code as ErrorCode)) throw error;
        if (attempt === 0) await this.requireOwner(target, error);
      }
    }
    throw new AppError('server.unavailable');
  }

  /** @throws `refusal`; `analytics.not-found` for a file or bundle that is hidden from the caller */
  private async requireOwner({ kind, id, caller }: ReportTarget, refusal: unknown): Promise<void> {
    // Only files and bundles of an account have a report.
    if (caller.userId === null) throw refusal;
    const owner = { ...caller, browserId: null };
    try {
      if (kind === 'file') await this.bus.request(getOwnedFile, { fileId: id, caller: owner });
      else await this.bus.request(getOwnedBundle, { bundleId: id, caller: owner });
    } catch (error) {
      throw isNotFound(error) ? new AppError('analytics.not-found', undefined, { cause: error }) : refusal;
    }
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof AppError && notFound.has(error.code as ErrorCode);
}
