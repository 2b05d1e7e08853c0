import { requireSmallStructure } from './json-structure.js';

const check = (json: string, maxValues = 100) => requireSmallStructure(Buffer.from(json), maxValues);

describe('requireSmallStructure', () => {
  it.each([
    ['text with brackets', JSON.stringify({ name: '[[{{"\\"[[,,' + '['.repeat(100) })],
    ['a list within its limit', JSON.stringify(Array.from({ length: 99 }, () => 'a'))],
    ['many siblings at the deepest level', '['.repeat(31) + '[],[]' + ']'.repeat(31)],
    ['what is no JSON', '}}}]]]"'],
  ])('accepts %s', (_what, json) => {
    expect(() => check(json)).not.toThrow();
  });

  it.each([
    ['nesting of 33 levels', '['.repeat(33)],
    ['nesting of objects', '{"a":'.repeat(33)],
    ['a list of 101 values', JSON.stringify(Array.from({ length: 101 }, () => 1))],
    ['empty objects', '{},'.repeat(51)],
    ['nesting after a string that ends with a backslash', '["\\\\",' + '['.repeat(33)],
  ])('refuses %s', (_what, json) => {
    expect(() => check(json)).toThrow(
      expect.objectContaining({
        code: 'request.malformed',
        message: 'The request has too many values, or is nested too deeply.',
      }),
    );
  });
});
