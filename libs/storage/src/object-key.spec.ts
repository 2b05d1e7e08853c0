import { randomUUID } from 'node:crypto';
import { assertKeyPrefix, assertObjectKey, isObjectKey } from './object-key.js';

describe('validation of object keys', () => {
  it.each(['a', '0', randomUUID(), 'files/2026/a-b', '-', 'a'.repeat(200)])('accepts the key %j', (key) => {
    expect(isObjectKey(key)).toBe(true);
    expect(() => assertObjectKey(key)).not.toThrow();
    expect(() => assertKeyPrefix(key)).not.toThrow();
  });

  it.each([
    '',
    '/',
    '..',
    'a/..',
    '/a',
    'a/',
    'a//b',
    'A',
    'é',
    'a.b',
    'a_b',
    'a b',
    'a\n',
    '\0',
    'a'.repeat(201),
  ])('refuses the key %j', (key) => {
    expect(isObjectKey(key)).toBe(false);
    expect(() => assertObjectKey(key)).toThrow(TypeError);
  });

  it.each(['', 'a', 'a/', 'a/b/', 'a/b'])('accepts the prefix %j', (prefix) => {
    expect(() => assertKeyPrefix(prefix)).not.toThrow();
  });

  it.each(['/', '../', 'a//', 'a_', 'A', 'a\n'])('refuses the prefix %j', (prefix) => {
    expect(() => assertKeyPrefix(prefix)).toThrow(TypeError);
  });
});
