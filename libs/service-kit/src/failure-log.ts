import { AppError } from '@waybill/contracts';
import { runInContext } from './call-context.js';
import type { Logger } from './logger.js';
import { reasonOf } from './reason-of.js';

const FAULT = 500;
/** Time between two lines on failures that repeat. */
const SUMMARY_MS = 5_000;
/** Maximum number of reasons that are counted separately. A reason can have a part that is never the same. */
const MAX_REASONS = 20;
const OTHER_REASONS = 'other reasons';

interface Repeated {
  readonly code: string;
  readonly reason: string;
  /** Failures since the last line on this reason. */
  count: number;
}

/**
 * Logs failed calls. A fault in Waybill (500) is logged each time, with its stack. While a server is unavailable every
 * call fails, hundreds in a second: the first failure for a reason is logged as one line without a stack, and further
 * ones as their number, every five seconds. `waybill_http_errors_total` counts all of them.
 */
export class FailureLog {
  private readonly repeated = new Map<string, Repeated>();

  constructor(private readonly logger: Logger) {}

  /** Logs nothing if the call was refused. */
  log(thrown: unknown, message: string, fields: object = {}): void {
    const error = AppError.from(thrown);
    if (!error.isFailure) return;
    const { code, status, cause } = error;
    if (status === FAULT) {
      this.logger.error({ err: cause ?? error, code, ...fields }, message);
      return;
    }
    const reason = cause instanceof Error ? reasonOf(cause) : error.message;
    if (this.isFirst(code, reason)) this.logger.error({ code, reason, ...fields }, message);
  }

  private isFirst(code: string, reason: string): boolean {
    const isKnown = this.repeated.has(code + reason);
    const counted = isKnown || this.repeated.size < MAX_REASONS ? reason : OTHER_REASONS;
    const entry = this.repeated.get(code + counted);
    if (entry) {
      entry.count++;
      return false;
    }
    // Outside of the call, whose correlation id the summaries would have.
    if (this.repeated.size === 0) runInContext(undefined, () => this.summariseLater());
    this.repeated.set(code + counted, { code, reason: counted, count: 0 });
    return true;
  }

  private summariseLater(): void {
    setTimeout(() => this.summarise(), SUMMARY_MS).unref();
  }

  /** Logs how often each reason was repeated. Drops the reasons that were not. */
  private summarise(): void {
    for (const [key, entry] of this.repeated) {
      const { code, reason, count } = entry;
      if (count === 0) this.repeated.delete(key);
      else this.logger.error({ code, reason, count }, 'More calls failed in the last five seconds');
      entry.count = 0;
    }
    if (this.repeated.size > 0) this.summariseLater();
  }
}
