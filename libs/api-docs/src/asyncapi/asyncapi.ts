import {
  allEvents,
  allRequests,
  type EventContract,
  type RequestContract,
  serviceNames,
  serviceOf,
  eventSubscriptions,
} from '@waybill/contracts';
import { type JsonSchema, JsonSchemas } from '../json-schemas.js';
import { eventMessage, type MessageDescription, outcomeMessage, requestMessage } from './messages.js';

/** The part of AsyncAPI 3.0 that the document uses. */
export interface AsyncApiDocument {
  readonly asyncapi: '3.0.0';
  readonly info: Readonly<Record<string, unknown>>;
  readonly defaultContentType: string;
  readonly channels: Readonly<Record<string, Channel>>;
  readonly operations: Readonly<Record<string, unknown>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

export interface Channel {
  /** Null if each message carries its address. */
  readonly address: string | null;
  readonly description?: string;
  readonly messages: Readonly<Record<string, MessageDescription>>;
}

const introduction = `Events and requests between the processes of one Waybill.

Events are CloudEvents 1.0 in structured mode. Each is delivered at least once and takes effect once: the producer writes it in the transaction of its change (outbox), and the consumer records its id (inbox). A newer state has a higher \`version\`.

Requests go to a queue of the service that replies, carry their deadline and are sent once. Besides the errors that each names, any can fail with \`request.invalid\`, \`server.failed\`, \`server.unavailable\` or \`server.timeout\`.

The addresses are those in RabbitMQ. On a single machine requests are function calls, and events wait in PostgreSQL.`;

/** Generates the AsyncAPI 3.0 document of the bus from the contracts. */
export function asyncApi(
  events: readonly EventContract[] = allEvents,
  requests: readonly RequestContract[] = allRequests,
): AsyncApiDocument {
  const schemas = new JsonSchemas();
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Waybill',
      version: '1',
      description: introduction,
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    defaultContentType: 'application/json',
    channels: {
      ...Object.fromEntries(events.map((event) => [event.type, eventChannel(event, schemas)])),
      ...Object.fromEntries(
        serviceNames.flatMap((service): [string, Channel][] => {
          const own = requests.filter((request) => serviceOf(request) === service);
          return [
            [`${service}.requests`, requestChannel(service, own, schemas)],
            [`${service}.answers`, replyChannel(own, schemas)],
          ];
        }),
      ),
    },
    operations: {
      ...Object.fromEntries(events.map((event) => [event.type, publishOperation(event)])),
      ...Object.fromEntries(
        events.flatMap((event) =>
          consumersOf(event).map((service) => [
            `${service}.consumes.${event.type}`,
            consumeOperation(event, service),
          ]),
        ),
      ),
      ...Object.fromEntries(requests.map((request) => [request.name, replyOperation(request)])),
    },
    components: { schemas: schemas.components },
  };
}

function eventChannel(event: EventContract, schemas: JsonSchemas) {
  return {
    address: event.type,
    description: `Published by ${serviceOf(event)}. Consumed by ${consumersOf(event).join(', ')}.`,
    messages: { [event.type]: eventMessage(event, schemas) },
    bindings: {
      amqp: {
        is: 'routingKey',
        exchange: { name: 'waybill.events', type: 'topic', durable: true, autoDelete: false },
      },
    },
  };
}

function requestChannel(service: string, requests: readonly RequestContract[], schemas: JsonSchemas) {
  return {
    address: `waybill.${service}.rpc`,
    description:
      `Several requests of one moment arrive in \`waybill.${service}.rpc-batches\`: a message of type \`batch\` is a list of the ` +
      'messages that it replaces, with their contents as strings and their properties. So is the message of its replies.',
    messages: Object.fromEntries(requests.map((request) => [request.name, requestMessage(request, schemas)])),
    bindings: {
      amqp: { is: 'queue', queue: { name: `waybill.${service}.rpc`, durable: true, autoDelete: false } },
    },
  };
}

function replyChannel(requests: readonly RequestContract[], schemas: JsonSchemas) {
  return {
    address: null,
    description: 'RabbitMQ’s direct reply-to: the reply goes to the caller without a queue.',
    messages: Object.fromEntries(requests.map((request) => [request.name, outcomeMessage(request, schemas)])),
  };
}

function publishOperation(event: EventContract) {
  return {
    action: 'send',
    channel: { $ref: channelAt(event.type) },
    summary: `${serviceOf(event)} publishes the event`,
    messages: [{ $ref: messageAt(event.type, event.type) }],
  };
}

function consumeOperation(event: EventContract, service: string) {
  return {
    action: 'receive',
    channel: { $ref: channelAt(event.type) },
    summary: `${service} consumes the event`,
    messages: [{ $ref: messageAt(event.type, event.type) }],
    bindings: { amqp: { ack: true } },
  };
}

function consumersOf(event: EventContract) {
  return serviceNames.filter((service) => eventSubscriptions[service].includes(event));
}

function replyOperation(request: RequestContract) {
  const service = serviceOf(request);
  return {
    action: 'receive',
    channel: { $ref: channelAt(`${service}.requests`) },
    summary: `${service} replies to the request`,
    messages: [{ $ref: messageAt(`${service}.requests`, request.name) }],
    reply: {
      address: { location: '$message.header#/replyTo' },
      channel: { $ref: channelAt(`${service}.answers`) },
      messages: [{ $ref: messageAt(`${service}.answers`, request.name) }],
    },
  };
}

function channelAt(channel: string): string {
  return `#/channels/${channel}`;
}

function messageAt(channel: string, message: string): string {
  return `${channelAt(channel)}/messages/${message}`;
}
