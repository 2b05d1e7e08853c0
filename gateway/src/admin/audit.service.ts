import { Inject, Injectable } from '@nestjs/common';
import { Bus } from '@waybill/bus/client';
import {
  AppError,
  type AuditAction,
  type Caller,
  finishAuditEntry,
  startAuditEntry,
  type User,
} from '@waybill/contracts';
import { LOGGER, type Logger } from '@waybill/service-kit';

/** The administrator behind a call. */
export interface Administrator {
  readonly user: User;
  readonly caller: Caller;
}

export interface AuditedAction {
  readonly action: AuditAction;
  /** Id or address of what the action is about. */
  readonly subject: string | null;
  readonly detail?: string | undefined;
}

/** Logs the actions of administrators. */
@Injectable()
export class AuditService {
  constructor(
    private readonly bus: Bus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Logs the action, then performs it. Refuses an action that cannot be logged. */
  async perform<T>(
    { user, caller }: Administrator,
    { action, subject, detail }: AuditedAction,
    perform: () => Promise<T>,
  ): Promise<T> {
    const { id } = await this.bus.request(startAuditEntry, {
      actor: { id: user.id, email: user.email },
      address: caller.address,
      action,
      subject,
      detail: detail ?? null,
    });
    try {
      const result = await perform();
      await this.finish(id, 'done');
      return result;
    } catch (error) {
      // After a server error (5xx) the action may have taken effect, so the entry stays without an outcome.
      if (AppError.isRefusal(error)) await this.finish(id, 'refused');
      throw error;
    }
  }

  /** Adds the outcome to the entry. A failure is only logged, because the action was performed or refused already. */
  private async finish(id: string, outcome: 'done' | 'refused'): Promise<void> {
    try {
      await this.bus.request(finishAuditEntry, { id, outcome });
    } catch (error) {
      this.logger.error(
        { err: error, auditEntry: id, outcome },
        'Adding the outcome of an audit entry failed',
      );
    }
  }
}
