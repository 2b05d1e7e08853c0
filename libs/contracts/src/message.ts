import { type z } from 'zod';
import type { ErrorCode } from './errors.js';

/** A request over the bus: its name, and the schemas of input and output. */
export interface RequestContract<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly kind: 'request';
  /** `<service>.<feature>.<verb>`. The first part names the service that replies. */
  readonly name: string;
  readonly input: I;
  readonly output: O;
  /** Error codes of the reply, besides those of invalid input and of server failures. */
  readonly throws: readonly ErrorCode[];
}

/** An event: its type, which names the publishing service, and the schema of its data. */
export interface EventContract<D extends z.ZodType = z.ZodType> {
  readonly kind: 'event';
  /** `<service>.<entity>.<past-tense verb>`, the CloudEvents `type`. */
  readonly type: string;
  readonly data: D;
}

export type InputOf<R extends RequestContract> = z.infer<R['input']>;
export type OutputOf<R extends RequestContract> = z.infer<R['output']>;
export type DataOf<E extends EventContract> = z.infer<E['data']>;

/** Message of an event: CloudEvents 1.0 attributes and the trace of the call that caused it. */
export interface EventMessage<E extends EventContract = EventContract> {
  readonly specversion: '1.0';
  /** Unique for ever. Consumers record it in their inbox. */
  readonly id: string;
  readonly source: string;
  readonly type: string;
  /** ISO 8601, UTC. */
  readonly time: string;
  /** Id of the entity that the event is about. */
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

/** Returns the service that a message belongs to: the first part of its name. */
export function serviceOf(message: RequestContract | EventContract): string {
  const name = message.kind === 'request' ? message.name : message.type;
  return name.slice(0, name.indexOf('.'));
}
