import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** The context of one call, passed on to every process that takes part in it. */
export interface CallContext {
  readonly correlationId: string;
  /** W3C trace context of the current span. */
  readonly traceparent?: string | undefined;
  /** Milliseconds since the epoch. The caller does not wait for a reply after this time. */
  readonly deadline?: number | undefined;
}

const storage = new AsyncLocalStorage<CallContext | undefined>();

export function currentContext(): CallContext | undefined {
  return storage.getStore();
}

/** The correlation id of the current call, or a new one outside of any call. */
export function correlationId(): string {
  return storage.getStore()?.correlationId ?? randomUUID();
}

/** @param context undefined for work outside of any call */
export function runInContext<T>(context: CallContext | undefined, work: () => T): T {
  return storage.run(context, work);
}
