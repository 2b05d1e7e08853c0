import { AppError, type ErrorCode } from '@waybill/contracts';
import type { SecurityEventName, SecurityLog } from '@waybill/service-kit';

/** Security events of refusals, by the code of the error. */
export type RefusalEvents = Partial<Record<ErrorCode, SecurityEventName>>;

/**
 * Records the refusals of an attempt in the security log. Without the id or slug of what was attempted, because it can
 * open something.
 * @throws the error of the attempt
 */
export async function recordRefusals<T>(
  securityLog: SecurityLog,
  events: RefusalEvents,
  address: string,
  attempt: () => Promise<T>,
): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    const event = events[AppError.from(error).code];
    if (event !== undefined) securityLog.record(event, { address });
    throw error;
  }
}
