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

/** What of AsyncAPI 3.0 we use. */
export interface AsyncApiDocument {
  readonly asyncapi: '3.0.0';
  readonly info: Readonly<Record<string, unknown>>;
  readonly defaultContentType: string;
  readonly channels: Readonly<Record<string, Channel>>;
  readonly operations: Readonly<Record<string, unknown>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

export interface Channel {
  /** Null where it is told with each message. */
  readonly address: string | null;
  readonly description?: string;
  readonly messages: Readonly<Record<string, MessageDescription>>;
}

const introduction = `What the processes of one Waybill tell and ask each other.

Events are CloudEvents 1.0 in structured mode. Each is told at least once and takes effect once: the service that tells it writes it with the change it tells of, the one that hears it remembers its id. What is newer carries a higher \`version\`.

Requests go to a queue of the service that answers, carry their deadline, and are asked once. Besides what each names, any can end with \`request.invalid\`, \`server.failed\`, \`server.unavailable\` or \`server.timeout\`.

The addresses are those at RabbitMQ. On a single machine requests are calls, and events wait in PostgreSQL.`;

/** What goes over the bus as AsyncAPI 3.0, made from the contracts. */
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
            [`${service}.answers`, answerChannel(own, schemas)],
          ];
        }),
      ),
    },
    operations: {
      ...Object.fromEntries(events.map((event) => [event.type, telling(event)])),
      ...Object.fromEntries(
        events.flatMap((event) =>
          hearersOf(event).map((service) => [`${service}.hears.${event.type}`, hearing(event, service)]),
        ),
      ),
      ...Object.fromEntries(requests.map((request) => [request.name, answering(request)])),
    },
    components: { schemas: schemas.components },
  };
}

function eventChannel(event: EventContract, schemas: JsonSchemas) {
  return {
    address: event.type,
    description: `Told by ${serviceOf(event)}, heard by ${hearersOf(event).join(', ')}.`,
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
    messages: Object.fromEntries(requests.map((request) => [request.name, requestMessage(request, schemas)])),
    bindings: {
      amqp: { is: 'queue', queue: { name: `waybill.${service}.rpc`, durable: true, autoDelete: false } },
    },
  };
}

function answerChannel(requests: readonly RequestContract[], schemas: JsonSchemas) {
  return {
    address: null,
    description: 'RabbitMQ’s direct reply-to: straight to the one who asked, through no queue.',
    messages: Object.fromEntries(requests.map((request) => [request.name, outcomeMessage(request, schemas)])),
  };
}

function telling(event: EventContract) {
  return {
    action: 'send',
    channel: { $ref: channelAt(event.type) },
    summary: `${serviceOf(event)} tells it`,
    messages: [{ $ref: messageAt(event.type, event.type) }],
  };
}

function hearing(event: EventContract, service: string) {
  return {
    action: 'receive',
    channel: { $ref: channelAt(event.type) },
    summary: `${service} takes note of it`,
    messages: [{ $ref: messageAt(event.type, event.type) }],
    bindings: { amqp: { ack: true } },
  };
}

function hearersOf(event: EventContract) {
  return serviceNames.filter((service) => eventSubscriptions[service].includes(event));
}

function answering(request: RequestContract) {
  const service = serviceOf(request);
  return {
    action: 'receive',
    channel: { $ref: channelAt(`${service}.requests`) },
    summary: `${service} answers it`,
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
