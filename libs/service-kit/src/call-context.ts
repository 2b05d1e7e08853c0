import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** What follows one call through every process it touches. */
export interface CallContext {
  readonly correlationId: string;
  /** W3C trace context, where the caller sent one. */
  readonly traceparent?: string | undefined;
}

const storage = new AsyncLocalStorage<CallContext>();

export function currentContext(): CallContext | undefined {
  return storage.getStore();
}

/** The id of the call being served, or a new one outside of any call. */
export function correlationId(): string {
  return storage.getStore()?.correlationId ?? randomUUID();
}

export function runInContext<T>(context: CallContext, work: () => T): T {
  return storage.run(context, work);
}
