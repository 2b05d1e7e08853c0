import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import specification from '@asyncapi/specs/schemas/3.0.0.json' with { type: 'json' };
import { allEvents, allRequests, eventSubscriptions } from '@waybill/contracts';
import { asyncApi } from './asyncapi.js';

const document = asyncApi();

describe('the AsyncAPI document', () => {
  it('is one by the specification of AsyncAPI 3.0', () => {
    // The specification brings the meta-schema it is written in.
    const ajv = new Ajv({ strict: false, allErrors: true, meta: false, validateSchema: false });
    addFormats.default(ajv);
    const validate = ajv.compile(specification);
    validate(document);
    expect(validate.errors).toBeNull();
  });

  it('refers to nothing that it does not have', () => {
    const pointers = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path!);
    expect(pointers.length).toBeGreaterThan(0);
    for (const pointer of pointers) expect([pointer, at(pointer)]).toEqual([pointer, expect.any(Object)]);
  });

  it('has every event, and every request with its answer', () => {
    const names = [...allEvents.map(({ type }) => type), ...allRequests.map(({ name }) => name)];
    expect(Object.keys(document.operations)).toEqual(expect.arrayContaining(names));
  });

  it('tells of every event who hears it', () => {
    const heard = Object.entries(eventSubscriptions).flatMap(([service, events]) =>
      events.map(({ type }) => `${service}.hears.${type}`),
    );
    expect(Object.keys(document.operations)).toEqual(expect.arrayContaining(heard));
  });
});

function at(pointer: string): unknown {
  return pointer
    .split('/')
    .reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], document);
}
