import { randomBytes } from 'node:crypto';
import { ConfigurationError, readEnvironment } from '@waybill/service-kit';
import { encryptionEnv } from './encryption.env.js';

const [one, two] = [randomBytes(32), randomBytes(32)];

function read(ENCRYPTION_KEY?: string): Buffer[] {
  return readEnvironment(encryptionEnv, { ENCRYPTION_KEY }).ENCRYPTION_KEY;
}

describe('ENCRYPTION_KEY', () => {
  it('accepts one key', () => {
    expect(read(one.toString('base64'))).toEqual([one]);
  });

  it('accepts several keys in order', () => {
    expect(read(`${one.toString('base64')}, ${two.toString('base64')}`)).toEqual([one, two]);
  });

  it.each(['short', `${one.toString('base64')},`, `${one.toString('base64')},AAAA`])('refuses %j', (text) => {
    expect(() => read(text)).toThrow(ConfigurationError);
    expect(() => read(text)).toThrow(/^ENCRYPTION_KEY must be 32 random bytes in base64/);
  });

  it('refuses a missing key', () => {
    expect(() => read()).toThrow('ENCRYPTION_KEY is not set, but needed.');
  });
});
