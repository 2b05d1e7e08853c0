import { type CallContext, correlationId, currentContext } from '@waybill/service-kit';

/** The call that a job is added in, as text that travels beside its data. */
export function contextToText(): string {
  const context: CallContext = { correlationId: correlationId(), traceparent: currentContext()?.traceparent };
  return JSON.stringify(context);
}

/** A job that no call has added, such as one of a schedule, begins one of its own. */
export function contextFromText(text: string | undefined): CallContext {
  try {
    const { correlationId: id, traceparent } = JSON.parse(text ?? '{}') as Partial<CallContext>;
    return { correlationId: id ?? correlationId(), traceparent };
  } catch {
    return { correlationId: correlationId() };
  }
}
