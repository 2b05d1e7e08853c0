import type { EventContract, RequestContract } from '@waybill/contracts';
import type { JsonSchema, JsonSchemas } from '../json-schemas.js';

export interface MessageDescription {
  readonly name: string;
  readonly description?: string;
  readonly payload: JsonSchema;
}

const instant = { type: 'string', format: 'date-time' };
const text = { type: 'string' };

/** Message of an event: the CloudEvents attributes, and the trace of the call that caused it. */
export function eventMessage({ type, data }: EventContract, schemas: JsonSchemas) {
  return {
    name: type,
    contentType: 'application/cloudevents+json',
    payload: record(
      {
        specversion: { const: '1.0' },
        id: { ...text, description: 'Unique for ever. A consumer applies each id once.' },
        source: text,
        type: { const: type },
        time: instant,
        subject: { ...text, description: 'Id of the entity that the event is about.' },
        correlationid: text,
        data: schemas.of(data, 'output'),
      },
      { traceparent: text },
    ),
  };
}

/** Message of a request. */
export function requestMessage({ name, input }: RequestContract, schemas: JsonSchemas) {
  return {
    name,
    contentType: 'application/json',
    correlationId: { location: '$message.header#/correlationId' },
    headers: record(
      {
        replyTo: { ...text, description: 'Property of the message: address for the reply.' },
        correlationId: {
          ...text,
          description: 'Property of the message: id of the request, repeated in its reply.',
        },
        correlationid: { ...text, description: 'Correlation id of the HTTP call that caused the request.' },
        deadline: {
          type: 'integer',
          description: 'Milliseconds since 1970 after which the caller no longer waits for the reply.',
        },
      },
      { traceparent: text },
    ),
    payload: record({ input: schemas.of(input, 'input') }),
  };
}

/** Message of a reply: the output of the request, or an error of the catalogue. */
export function outcomeMessage({ name, output, throws }: RequestContract, schemas: JsonSchemas) {
  const error = record(
    { code: { ...text, ...(throws.length > 0 && { examples: throws }) }, message: text },
    {
      errors: { type: 'array', items: record({ field: text, message: text }) },
      retryAfterSeconds: { type: 'number' },
    },
  );
  return {
    name,
    contentType: 'application/json',
    ...(throws.length > 0 && {
      description: `Its own errors: ${throws.map((code) => `\`${code}\``).join(', ')}.`,
    }),
    payload: { oneOf: [record({ answer: schemas.of(output, 'output') }), record({ error })] },
  };
}

/** Schema of an object that has these properties and no others. */
function record(required: Record<string, unknown>, optional: Record<string, unknown> = {}): JsonSchema {
  return {
    type: 'object',
    properties: { ...required, ...optional },
    required: Object.keys(required),
    additionalProperties: false,
  };
}
