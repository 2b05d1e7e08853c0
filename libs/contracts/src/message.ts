import { type z } from 'zod';
import type { ErrorCode } from './errors.js';

/** A question one process asks another over the bus: its name, what goes in, what comes out. */
export interface RequestContract<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly kind: 'request';
  /** `<service>.<feature>.<verb>`; the first part names the service that answers. */
  readonly name: string;
  readonly input: I;
  readonly output: O;
  /** What it can be refused with, besides input that the schema does not take and a server's own failures. */
  readonly throws: readonly ErrorCode[];
}

/** A fact one service tells the others: its type, who tells it, what it says. */
export interface EventContract<D extends z.ZodType = z.ZodType> {
  readonly kind: 'event';
  /** `<service>.<entity>.<past-tense verb>`, the CloudEvents `type`. */
  readonly type: string;
  readonly data: D;
}

export type InputOf<R extends RequestContract> = z.infer<R['input']>;
export type OutputOf<R extends RequestContract> = z.infer<R['output']>;
export type DataOf<E extends EventContract> = z.infer<E['data']>;

/** An event as it travels: CloudEvents 1.0 attributes plus the trace of the call that caused it. */
export interface EventMessage<E extends EventContract = EventContract> {
  readonly specversion: '1.0';
  /** Unique for ever; a consumer's inbox remembers it. */
  readonly id: string;
  readonly source: string;
  readonly type: string;
  /** ISO 8601, UTC. */
  readonly time: string;
  /** Id of the entity the event is about. */
  readonly subject: string;
  readonly correlationid: string;
  readonly traceparent?: string;
  readonly data: DataOf<E>;
}

export function defineRequest<I extends z.ZodType, O extends z.ZodType>(
  name: string,
  input: I,
  output: O,
  throws: readonly ErrorCode[] = [],
): RequestContract<I, O> {
  return { kind: 'request', name, input, output, throws };
}

export function defineEvent<D extends z.ZodType>(type: string, data: D): EventContract<D> {
  return { kind: 'event', type, data };
}

/** The service a message belongs to: the first part of its name. */
export function serviceOf(message: RequestContract | EventContract): string {
  const name = message.kind === 'request' ? message.name : message.type;
  return name.slice(0, name.indexOf('.'));
}
