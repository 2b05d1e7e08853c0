import { randomBytes } from 'node:crypto';
import { IntegrityError } from './integrity-error.js';
import { Keyring, UnknownKeyError } from './keyring.js';

const older = randomBytes(32);
const newer = randomBytes(32);

describe('Keyring', () => {
  const keyring = new Keyring([older]);

  it('generates a different data key for every object', () => {
    const [one, two] = [keyring.create('one'), keyring.create('one')];
    expect(keyring.unwrap(one, 'one')).toHaveLength(32);
    expect(keyring.unwrap(one, 'one')).toEqual(keyring.unwrap(one, 'one'));
    expect(keyring.unwrap(one, 'one')).not.toEqual(keyring.unwrap(two, 'one'));
  });

  it('contains neither data key nor master key in a wrapped key', () => {
    const wrapped = keyring.create('one');
    const bytes = Buffer.from(wrapped, 'base64');
    expect(bytes).toHaveLength(69);
    expect(bytes.includes(keyring.unwrap(wrapped, 'one').subarray(0, 8))).toBe(false);
    expect(bytes.includes(older.subarray(0, 8))).toBe(false);
  });

  it('unwraps with the same master key after a restart', () => {
    const wrapped = keyring.create('one');
    expect(new Keyring([Buffer.from(older)]).unwrap(wrapped, 'one')).toEqual(keyring.unwrap(wrapped, 'one'));
  });

  it('derives the key of network hashes from the first master key alone, and not as the key that wraps', () => {
    const hashKey = (...secrets: Buffer[]) => new Keyring(secrets).networkHashKey.export();
    expect(hashKey(newer, older)).toEqual(hashKey(newer));
    expect(hashKey(newer)).not.toEqual(hashKey(older));
    expect(hashKey(older)).not.toEqual(older);
  });

  it('refuses the wrapped key of another object', () => {
    expect(() => keyring.unwrap(keyring.create('one'), 'two')).toThrow(IntegrityError);
  });

  it('refuses a wrapped key with any byte changed', () => {
    const bytes = Buffer.from(keyring.create('one'), 'base64');
    for (let at = 0; at < bytes.length; at++) {
      const altered = Buffer.from(bytes);
      altered[at]! ^= 1;
      const isKeyId = at >= 1 && at < 9;
      expect(() => keyring.unwrap(altered.toString('base64'), 'one')).toThrow(
        isKeyId ? UnknownKeyError : IntegrityError,
      );
    }
  });

  it.each(['', 'AAAA', 'no base64!', randomBytes(70).toString('base64')])(
    'refuses %j as a wrapped key',
    (wrapped) => {
      expect(() => keyring.unwrap(wrapped, 'one')).toThrow(IntegrityError);
    },
  );

  it('names the missing master key by its id, and the remedy', () => {
    const wrapped = keyring.create('one');
    const id = Buffer.from(wrapped, 'base64').toString('hex', 1, 9);
    expect(() => new Keyring([newer]).unwrap(wrapped, 'one')).toThrow(UnknownKeyError);
    expect(() => new Keyring([newer]).unwrap(wrapped, 'one')).toThrow(
      `ENCRYPTION_KEY holds no key with the id ${id}, which some files need; add the old key after the new one`,
    );
  });

  it('checks for the master key without unwrapping', () => {
    expect(() => keyring.requireKeyOf(keyring.create('one'))).not.toThrow();
    expect(() => new Keyring([newer]).requireKeyOf(keyring.create('one'))).toThrow(UnknownKeyError);
  });

  it('rewraps a data key, after which the former master key is not needed', () => {
    const wrapped = keyring.create('one');
    const both = new Keyring([newer, older]);
    expect(both.unwrap(wrapped, 'one')).toEqual(keyring.unwrap(wrapped, 'one'));
    const rewrapped = both.rewrap(wrapped, 'one');
    expect(new Keyring([newer]).unwrap(rewrapped!, 'one')).toEqual(keyring.unwrap(wrapped, 'one'));
    expect(() => keyring.unwrap(rewrapped!, 'one')).toThrow(UnknownKeyError);
  });

  it('does not rewrap a key of the first master key', () => {
    const both = new Keyring([newer, older]);
    expect(both.rewrap(both.create('one'), 'one')).toBeNull();
  });

  it('refuses to rewrap the key of another object', () => {
    expect(() => new Keyring([newer, older]).rewrap(keyring.create('one'), 'two')).toThrow(IntegrityError);
  });

  it('requires at least one key, and keys of full length', () => {
    expect(() => new Keyring([])).toThrow(TypeError);
    expect(() => new Keyring([randomBytes(31)])).toThrow(TypeError);
  });
});
