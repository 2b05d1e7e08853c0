import type { EventMessage, WireError } from '@waybill/contracts';
import type { Message, Options } from 'amqplib';
import type { RequestMessage } from '../../service-server.js';

/** Content and properties of a message to publish. */
export interface EncodedMessage {
  /** JSON. */
  readonly content: string;
  readonly properties: Options.Publish;
}

/** A message from the broker, or one of a batch. */
export type ReceivedMessage = Pick<Message, 'properties'> & { readonly content: Buffer | string };

/** AMQP `type` of a message that is a batch. A single request has its name as type. */
const BATCH = 'batch';

/** Result of a request. */
export type Reply = { readonly answer: unknown } | { readonly error: WireError };

/** Failed attempts to deliver an event to one consumer. */
export interface DeliveryHistory {
  /** Number of failed attempts. */
  readonly attempts: number;
  readonly error?: string | undefined;
  /** ISO 8601. Set for dead letters. */
  readonly diedAt?: string | undefined;
}

const ATTEMPTS = 'waybill-attempts';
const ERROR = 'waybill-error';
const DIED_AT = 'waybill-died-at';

/** Limit for the error in the header. The log has the full text. */
const MAX_ERROR_LENGTH = 4000;

/**
 * The message expires at the broker at its deadline, when the caller no longer waits.
 * @param id returned with the reply, as its correlation id
 */
export function encodeRequest(request: RequestMessage, id: string): EncodedMessage {
  const { name, input, correlationId, traceparent, deadline } = request;
  return {
    content: JSON.stringify({ input }),
    properties: {
      contentType: 'application/json',
      type: name,
      correlationId: id,
      expiration: String(Math.max(0, deadline - Date.now())),
      headers: { correlationid: correlationId, traceparent, deadline },
    },
  };
}

export function decodeRequest({ content, properties }: ReceivedMessage): RequestMessage {
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

/** @param correlationId id of the request */
export function encodeReply(reply: Reply, correlationId: string): EncodedMessage {
  return { content: JSON.stringify(reply), properties: { contentType: 'application/json', correlationId } };
}

export function decodeReply({ content }: ReceivedMessage): Reply {
  return fromJson(content) as Reply;
}

/** Encodes messages to one receiver as a batch: one message with the content and properties of each. */
export function encodeBatch(messages: readonly EncodedMessage[]): EncodedMessage {
  return { content: JSON.stringify(messages), properties: { contentType: 'application/json', type: BATCH } };
}

export function decodeBatch({ content }: Message): ReceivedMessage[] {
  return fromJson(content) as ReceivedMessage[];
}

export function isBatch({ properties }: Message): boolean {
  return properties.type === BATCH;
}

/** Encodes an event according to the AMQP binding of CloudEvents, structured mode. */
export function encodeEvent(event: EventMessage, history?: DeliveryHistory): EncodedMessage {
  return {
    content: JSON.stringify(event),
    properties: {
      contentType: 'application/cloudevents+json',
      type: event.type,
      ...(history && {
        headers: {
          [ATTEMPTS]: history.attempts,
          [ERROR]: history.error?.slice(0, MAX_ERROR_LENGTH),
          [DIED_AT]: history.diedAt,
        },
      }),
    },
  };
}

/** @throws Error when the message is not an event */
export function decodeEvent({ content }: Pick<ReceivedMessage, 'content'>): EventMessage {
  const event = fromJson(content) as Partial<EventMessage> | null;
  if (!event?.id || !event.type || event.subject === undefined)
    throw new Error('The message is not an event.');
  return event as EventMessage;
}

export function historyOf(message: Pick<Message, 'properties'>): DeliveryHistory {
  const headers = headersOf(message);
  return {
    attempts: Number(headers[ATTEMPTS] ?? 0),
    error: headers[ERROR] as string | undefined,
    diedAt: headers[DIED_AT] as string | undefined,
  };
}

/** Time of the broker's last dead-lettering of the message: milliseconds since the epoch. */
export function lastDeadLetteredAt(message: Pick<Message, 'properties'>): number | undefined {
  const moves = headersOf(message)['x-death'] as { time: { value: number } }[] | undefined;
  const seconds = moves?.[0]?.time.value;
  return seconds === undefined ? undefined : seconds * 1000;
}

function headersOf({ properties }: Pick<Message, 'properties'>): Record<string, unknown> {
  return properties.headers ?? {};
}

function fromJson(content: Buffer | string): unknown {
  return JSON.parse(content.toString());
}
