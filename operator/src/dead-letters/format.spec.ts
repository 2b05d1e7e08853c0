import { allEvents } from '@waybill/contracts';
import { z } from 'zod';
import { secretFields } from './format.js';

/** Names of all properties in a schema. */
function keysOf(schema: z.ZodType): string[] {
  const text = JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any' }));
  const names: string[] = [];
  JSON.parse(text, (_key, value: unknown) => {
    if (typeof value === 'object' && value !== null && 'properties' in value)
      names.push(...Object.keys(value.properties as object));
    return value;
  });
  return names;
}

describe('formatLetter', () => {
  it('hides every token, code and secret that an event can carry', () => {
    const secrets = allEvents
      .flatMap(({ data }) => keysOf(data))
      .filter((key) => /token|secret|^code$/i.test(key));
    expect(new Set(secrets).size).toBeGreaterThan(2);
    expect([...secretFields].sort()).toEqual([...new Set(secrets)].sort());
  });
});
