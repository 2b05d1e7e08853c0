import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import specification from '@asyncapi/specs/schemas/3.0.0.json' with { type: 'json' };
import { allEvents, allRequests, eventSubscriptions } from '@waybill/contracts';
import { asyncApi } from './asyncapi.js';

const document = asyncApi();

describe('asyncApi', () => {
  it('generates a document that is valid against the AsyncAPI 3.0 schema', () => {
    // The AsyncAPI schema includes its own meta-schema, so Ajv must not add or check one.
    const ajv = new Ajv({ strict: false, allErrors: true, meta: false, validateSchema: false });
    addFormats.default(ajv);
    const validate = ajv.compile(specification);
    validate(document);
    expect(validate.errors).toBeNull();
  });

  it('generates only references that can be resolved', () => {
    const pointers = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path!);
    expect(pointers.length).toBeGreaterThan(0);
    for (const pointer of pointers) expect([pointer, at(pointer)]).toEqual([pointer, expect.any(Object)]);
  });

  it('documents every event and every request', () => {
    const names = [...allEvents.map(({ type }) => type), ...allRequests.map(({ name }) => name)];
    expect(Object.keys(document.operations)).toEqual(expect.arrayContaining(names));
  });

  it('documents every consumer of every event', () => {
    const operations = Object.entries(eventSubscriptions).flatMap(([service, events]) =>
      events.map(({ type }) => `${service}.consumes.${type}`),
    );
    expect(Object.keys(document.operations)).toEqual(expect.arrayContaining(operations));
  });
});

function at(pointer: string): unknown {
  return pointer
    .split('/')
    .reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], document);
}
