import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { IntegrityError } from './integrity-error.js';
import { CIPHER, KEY_LENGTH, TAG_LENGTH } from './encrypted-format.js';

/** An object of one write: all its chunks have one seed. */
const WHOLE = 1;
/** An object of several appends: each draws its own seed. */
const APPENDED = 2;
type Version = typeof WHOLE | typeof APPENDED;

const ID_LENGTH = 8;
const NONCE_LENGTH = 12;
const HEADER_LENGTH = 1 + ID_LENGTH;
const WRAPPED_LENGTH = HEADER_LENGTH + NONCE_LENGTH + KEY_LENGTH + TAG_LENGTH;

/** A data key is wrapped by a master key that is not configured. */
export class UnknownKeyError extends Error {
  override readonly name = 'UnknownKeyError';

  constructor(readonly keyId: string) {
    super(
      `ENCRYPTION_KEY holds no key with the id ${keyId}, which some files need; add the old key after the new one`,
    );
  }
}

interface MasterKey {
  /** 8 bytes in hex, derived; does not reveal the key. */
  readonly id: string;
  readonly key: KeyObject;
}

/**
 * The master keys (envelope encryption). Each object has its own data key, stored in its row and wrapped as
 *
 *     version (1) ‖ id of the master key (8) ‖ nonce (12) ‖ ciphertext (32) ‖ tag (16), in base64
 *
 * The object key is part of the authenticated data, so a wrapped key cannot decrypt another object. The first master
 * key wraps, all unwrap.
 */
export class Keyring {
  /** Key of the hashes of client networks in the log, the same in all processes. Changes with the first master key. */
  readonly networkHashKey: KeyObject;
  private readonly current: MasterKey;
  private readonly keys: ReadonlyMap<string, MasterKey>;

  /** @param secrets 32 bytes each, the current one first */
  constructor(secrets: readonly Buffer[]) {
    const keys = secrets.map(derive);
    const [secret] = secrets;
    if (!secret || !keys[0]) throw new TypeError('A keyring needs at least one key');
    this.networkHashKey = createSecretKey(
      Buffer.from(hkdfSync('sha256', secret, '', 'waybill network hashes', KEY_LENGTH)),
    );
    this.current = keys[0];
    this.keys = new Map(keys.map((key) => [key.id, key]));
  }

  /** Generates and wraps a data key for `objectKey`. */
  create(objectKey: string): string {
    return this.wrap(randomBytes(KEY_LENGTH), objectKey, WHOLE);
  }

  /** Generates and wraps a data key for an object that is written by appends. */
  createAppended(objectKey: string): string {
    return this.wrap(randomBytes(KEY_LENGTH), objectKey, APPENDED);
  }

  /** Whether the object is written by appends. Does not authenticate the answer: `unwrap` does. */
  isAppended(wrappedKey: string): boolean {
    return Buffer.from(wrappedKey, 'base64')[0] === APPENDED;
  }

  /** @throws UnknownKeyError when it was wrapped by none of these master keys */
  requireKeyOf(wrappedKey: string): void {
    this.masterKeyOf(Buffer.from(wrappedKey, 'base64'));
  }

  /**
   * @throws UnknownKeyError when it was wrapped by none of these master keys
   * @throws IntegrityError when it was altered, or wrapped for another object
   */
  unwrap(wrappedKey: string, objectKey: string): Buffer {
    const bytes = Buffer.from(wrappedKey, 'base64');
    if (bytes.length !== WRAPPED_LENGTH || (bytes[0] !== WHOLE && bytes[0] !== APPENDED)) {
      throw new IntegrityError(objectKey, 'its wrapped key is malformed');
    }
    const masterKey = this.masterKeyOf(bytes);
    const nonce = bytes.subarray(HEADER_LENGTH, HEADER_LENGTH + NONCE_LENGTH);
    const decipher = createDecipheriv(CIPHER, masterKey.key, nonce, { authTagLength: TAG_LENGTH });
    decipher.setAAD(associatedData(bytes.subarray(0, HEADER_LENGTH), objectKey));
    decipher.setAuthTag(bytes.subarray(-TAG_LENGTH));
    const dataKey = decipher.update(bytes.subarray(HEADER_LENGTH + NONCE_LENGTH, -TAG_LENGTH));
    try {
      decipher.final();
    } catch (error) {
      throw new IntegrityError(objectKey, 'its wrapped key was altered or belongs to another object', error);
    }
    return dataKey;
  }

  /**
   * Wraps the data key with the first master key; null when it is wrapped with that already. This rotates the master
   * key without rewriting files.
   * @throws as `unwrap`
   */
  rewrap(wrappedKey: string, objectKey: string): string | null {
    const keyId = Buffer.from(wrappedKey, 'base64').toString('hex', 1, HEADER_LENGTH);
    if (keyId === this.current.id) return null;
    const version = this.isAppended(wrappedKey) ? APPENDED : WHOLE;
    return this.wrap(this.unwrap(wrappedKey, objectKey), objectKey, version);
  }

  private masterKeyOf(wrapped: Buffer): MasterKey {
    const keyId = wrapped.toString('hex', 1, HEADER_LENGTH);
    const masterKey = this.keys.get(keyId);
    if (!masterKey) throw new UnknownKeyError(keyId);
    return masterKey;
  }

  private wrap(dataKey: Buffer, objectKey: string, version: Version): string {
    const header = Buffer.concat([Buffer.of(version), Buffer.from(this.current.id, 'hex')]);
    const nonce = randomBytes(NONCE_LENGTH);
    const cipher = createCipheriv(CIPHER, this.current.key, nonce, { authTagLength: TAG_LENGTH });
    cipher.setAAD(associatedData(header, objectKey));
    const ciphertext = Buffer.concat([cipher.update(dataKey), cipher.final()]);
    return Buffer.concat([header, nonce, ciphertext, cipher.getAuthTag()]).toString('base64');
  }
}

/** Derives key and id: the operator may use the secret elsewhere, and the id must not reveal it. */
function derive(secret: Buffer): MasterKey {
  if (secret.length !== KEY_LENGTH) throw new TypeError(`A key must be ${KEY_LENGTH} bytes long`);
  const derived = Buffer.from(hkdfSync('sha256', secret, '', 'waybill data keys', KEY_LENGTH + ID_LENGTH));
  return { key: createSecretKey(derived.subarray(0, KEY_LENGTH)), id: derived.toString('hex', KEY_LENGTH) };
}

function associatedData(header: Buffer, objectKey: string): Buffer {
  return Buffer.concat([header, Buffer.from(objectKey)]);
}
