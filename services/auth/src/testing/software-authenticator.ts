import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { PasskeyOptions, PasskeyResponse } from '@waybill/contracts';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** A device with one passkey, for tests. Signs like a security key that has verified its user. */
export class SoftwareAuthenticator {
  credentialId = randomBytes(16);
  /** Signatures so far. */
  counter = 0;
  flags = USER_PRESENT | USER_VERIFIED;
  /** Names of its connections; any value, for malformed responses. */
  transports: unknown = ['internal'];
  private readonly privateKey: KeyObject;
  private readonly coseKey: Uint8Array;
  private userHandle = '';

  constructor(
    public origin: string,
    private readonly rpId = new URL(origin).hostname,
  ) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.privateKey = privateKey;
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.coseKey = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]),
    );
  }

  /** Answers options of `navigator.credentials.create`. */
  create(options: PasskeyOptions): PasskeyResponse {
    this.userHandle = (options['user'] as { id: string }).id;
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.credentialId.length);
    const data = Buffer.concat([
      this.authenticatorData(HAS_CREDENTIAL),
      Buffer.alloc(16),
      length,
      this.credentialId,
      this.coseKey,
    ]);
    const attestationObject = isoCBOR.encode(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(data)],
      ]) as never,
    );
    return this.respond({
      clientDataJSON: this.clientData('webauthn.create', options.challenge).toString('base64url'),
      attestationObject: Buffer.from(attestationObject).toString('base64url'),
      transports: this.transports,
    });
  }

  /** Answers options of `navigator.credentials.get`. */
  get({ challenge }: PasskeyOptions): PasskeyResponse {
    const data = this.authenticatorData(0);
    const clientData = this.clientData('webauthn.get', challenge);
    const signed = Buffer.concat([data, createHash('sha256').update(clientData).digest()]);
    return this.respond({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', signed, this.privateKey).toString('base64url'),
      userHandle: this.userHandle,
    });
  }

  private authenticatorData(extraFlags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(++this.counter);
    const rpIdHash = createHash('sha256').update(this.rpId).digest();
    return Buffer.concat([rpIdHash, Buffer.from([this.flags | extraFlags]), counter]);
  }

  private clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }));
  }

  private respond(response: { clientDataJSON: string } & Record<string, unknown>): PasskeyResponse {
    const id = this.credentialId.toString('base64url');
    return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} };
  }
}
