import { type CallContext, correlationId, currentContext } from '@waybill/service-kit';

/** The current call context as text, stored with a job. */
export function encodeContext(): string {
  const context: CallContext = { correlationId: correlationId(), traceparent: currentContext()?.traceparent };
  return JSON.stringify(context);
}

/** The call context of a job. A job without one, such as a scheduled job, starts a new context. */
export function decodeContext(text: string | undefined): CallContext {
  try {
    const { correlationId: id, traceparent } = JSON.parse(text ?? '{}') as Partial<CallContext>;
    return { correlationId: id ?? correlationId(), traceparent };
  } catch {
    return { correlationId: correlationId() };
  }
}
