import type { EventMessage, WireError } from '@waybill/contracts';
import type { Message, Options } from 'amqplib';
import type { RequestMessage } from '../../service-server.js';

/** A message as amqplib takes and gives it. */
export interface Encoded {
  readonly content: Buffer;
  readonly properties: Options.Publish;
}

/** How a request ended. */
export type Outcome = { readonly answer: unknown } | { readonly error: WireError };

/** What happened to an event on its way to one consumer. */
export interface History {
  /** Times its consumer failed at it. */
  readonly attempts: number;
  readonly error?: string | undefined;
  /** ISO 8601; of dead letters. */
  readonly diedAt?: string | undefined;
}

const ATTEMPTS = 'waybill-attempts';
const ERROR = 'waybill-error';
const DIED_AT = 'waybill-died-at';

/** Headers are for short things; the log has the rest. */
const LONGEST_ERROR = 4000;

/** The message expires at the broker when nobody waits for its answer any more. */
export function encodeRequest(request: RequestMessage): Encoded {
  const { name, input, correlationId, traceparent, deadline } = request;
  return {
    content: toJson({ input }),
    properties: {
      contentType: 'application/json',
      type: name,
      expiration: String(Math.max(0, deadline - Date.now())),
      headers: { correlationid: correlationId, traceparent, deadline },
    },
  };
}

export function decodeRequest({ content, properties }: Message): RequestMessage {
  const { input } = fromJson(content) as { input: unknown };
  const headers = headersOf({ properties });
  return {
    name: String(properties.type),
    input,
    correlationId: String(headers['correlationid']),
    traceparent: headers['traceparent'] as string | undefined,
    deadline: Number(headers['deadline']),
  };
}

export function encodeOutcome(outcome: Outcome): Encoded {
  return { content: toJson(outcome), properties: { contentType: 'application/json' } };
}

export function decodeOutcome({ content }: Message): Outcome {
  return fromJson(content) as Outcome;
}

/** CloudEvents' AMQP binding, structured mode. */
export function encodeEvent(event: EventMessage, history?: History): Encoded {
  return {
    content: toJson(event),
    properties: {
      contentType: 'application/cloudevents+json',
      type: event.type,
      ...(history && {
        headers: {
          [ATTEMPTS]: history.attempts,
          [ERROR]: history.error?.slice(0, LONGEST_ERROR),
          [DIED_AT]: history.diedAt,
        },
      }),
    },
  };
}

/** @throws Error when it is no event */
export function decodeEvent({ content }: Pick<Message, 'content'>): EventMessage {
  const event = fromJson(content) as Partial<EventMessage> | null;
  if (!event?.id || !event.type || event.subject === undefined) throw new Error('This is no event.');
  return event as EventMessage;
}

export function historyOf(message: Pick<Message, 'properties'>): History {
  const headers = headersOf(message);
  return {
    attempts: Number(headers[ATTEMPTS] ?? 0),
    error: headers[ERROR] as string | undefined,
    diedAt: headers[DIED_AT] as string | undefined,
  };
}

/** When the broker itself last moved the message from one queue to another: milliseconds since the epoch. */
export function lastMoved(message: Pick<Message, 'properties'>): number | undefined {
  const moves = headersOf(message)['x-death'] as { time: { value: number } }[] | undefined;
  const seconds = moves?.[0]?.time.value;
  return seconds === undefined ? undefined : seconds * 1000;
}

function headersOf({ properties }: Pick<Message, 'properties'>): Record<string, unknown> {
  return properties.headers ?? {};
}

function toJson(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

function fromJson(content: Buffer): unknown {
  return JSON.parse(content.toString());
}
