import type { EventContract, RequestContract } from '@waybill/contracts';
import type { JsonSchema, JsonSchemas } from '../json-schemas.js';

export interface MessageDescription {
  readonly name: string;
  readonly description?: string;
  readonly payload: JsonSchema;
}

const instant = { type: 'string', format: 'date-time' };
const text = { type: 'string' };

/** An event as it travels: CloudEvents' attributes, and the trace of the call that caused it. */
export function eventMessage({ type, data }: EventContract, schemas: JsonSchemas) {
  return {
    name: type,
    contentType: 'application/cloudevents+json',
    payload: record(
      {
        specversion: { const: '1.0' },
        id: { ...text, description: 'Unique for ever: what is heard twice has one effect.' },
        source: text,
        type: { const: type },
        time: instant,
        subject: { ...text, description: 'Id of what it is about.' },
        correlationid: text,
        data: schemas.of(data, 'output'),
      },
      { traceparent: text },
    ),
  };
}

/** A question on its way to the service that answers it. */
export function requestMessage({ name, input }: RequestContract, schemas: JsonSchemas) {
  return {
    name,
    contentType: 'application/json',
    correlationId: { location: '$message.header#/correlationId' },
    headers: record(
      {
        replyTo: { ...text, description: 'Property of the message: where the answer goes.' },
        correlationId: { ...text, description: 'Property of the message: which question it is.' },
        correlationid: { ...text, description: 'Id of the call that caused it.' },
        deadline: {
          type: 'integer',
          description: 'Milliseconds since 1970 after which nobody waits for the answer.',
        },
      },
      { traceparent: text },
    ),
    payload: record({ input: schemas.of(input, 'input') }),
  };
}

/** How a request ended: with its answer, or with an error of the catalogue. */
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

/** An object with these properties and no others. */
function record(required: Record<string, unknown>, optional: Record<string, unknown> = {}): JsonSchema {
  return {
    type: 'object',
    properties: { ...required, ...optional },
    required: Object.keys(required),
    additionalProperties: false,
  };
}
