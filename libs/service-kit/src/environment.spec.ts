import { z } from 'zod';
import { serverUrl, ConfigurationError, readEnvironment, secretKey, wholeNumber } from './environment.js';

const shape = {
  NEEDED: z.string(),
  KEY: secretKey().optional(),
  SERVER: serverUrl('amqp', 'amqps').optional(),
  COUNT: wholeNumber('must be a whole number from 1 to 3', 1, 3).optional(),
};
const read = (values: Record<string, string>) => readEnvironment(shape, { NEEDED: 'x', ...values });

describe('readEnvironment', () => {
  it('ignores unknown variables', () => {
    expect(read({ PATH: '/bin' })).toEqual({ NEEDED: 'x' });
  });

  it('treats an empty value as unset', () => {
    expect(() => readEnvironment(shape, { NEEDED: '' })).toThrow('NEEDED is not set, but needed.');
    expect(read({ SERVER: '' })).toEqual({ NEEDED: 'x' });
  });

  it.each([
    [{ KEY: 'c2hvcnQ=' }, /^KEY must be 32 random bytes in base64/],
    [{ SERVER: 'http://host' }, /^SERVER must be an address that starts with amqp:\/\/ or amqps:\/\/\.$/],
    [{ SERVER: 'amqp' }, /^SERVER must be an address/],
    [{ COUNT: '0' }, /^COUNT must be a whole number from 1 to 3\.$/],
    [{ COUNT: '4' }, /^COUNT must be a whole number/],
    [{ COUNT: '1.5' }, /^COUNT must be a whole number/],
    [{ COUNT: 'two' }, /^COUNT must be a whole number/],
  ])('refuses %j with one sentence that names the variable', (values, sentence) => {
    expect(() => read(values)).toThrow(ConfigurationError);
    expect(() => read(values)).toThrow(sentence);
  });

  it('decodes a key from base64', () => {
    const key = Buffer.alloc(32, 7);
    expect(read({ KEY: key.toString('base64') }).KEY).toEqual(key);
  });
});
