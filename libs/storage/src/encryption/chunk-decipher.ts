import { createDecipheriv, type DecipherGCM, type KeyObject } from 'node:crypto';
import { IntegrityError } from './integrity-error.js';
import {
  CIPHER,
  type ChunkPosition,
  SEED_LENGTH,
  TAG_LENGTH,
  chunkAssociatedData,
  chunkNonce,
} from './encrypted-format.js';

/** Decrypts one stored chunk from pieces of any size. Withholds the plain bytes until the tag was verified. */
export class ChunkDecipher {
  readonly seed = Buffer.alloc(SEED_LENGTH);
  private readonly tag = Buffer.alloc(TAG_LENGTH);
  private readonly plain: Buffer[] = [];
  private decipher: DecipherGCM | undefined;
  private taken = 0;

  /** @param length bytes as stored */
  constructor(
    private readonly length: number,
    readonly position: ChunkPosition,
    private readonly dataKey: KeyObject,
  ) {}

  get isComplete(): boolean {
    return this.taken === this.length;
  }

  /**
   * @param seed seed of the previous chunks, if any
   * @returns number of bytes that belong to this chunk
   * @throws IntegrityError when the chunk belongs to another write of the object
   */
  update(bytes: Uint8Array, seed: Buffer | undefined): number {
    const from = this.taken;
    const within = (start: number, stop: number): Uint8Array =>
      bytes.subarray(Math.max(0, start - from), Math.max(0, stop - from));
    const tagAt = this.length - TAG_LENGTH;
    this.taken = Math.min(this.length, from + bytes.length);
    this.seed.set(within(from, SEED_LENGTH), Math.min(from, SEED_LENGTH));
    if (this.taken < SEED_LENGTH) return this.taken - from;
    this.decipher ??= this.createDecipher(seed);
    const encrypted = within(SEED_LENGTH, tagAt);
    if (encrypted.length > 0) this.plain.push(this.decipher.update(encrypted));
    this.tag.set(within(tagAt, this.length), Math.max(0, from - tagAt));
    return this.taken - from;
  }

  /** @returns the plain bytes. @throws IntegrityError when the chunk was altered */
  verify(): readonly Buffer[] {
    const { objectKey, index } = this.position;
    try {
      this.decipher?.setAuthTag(this.tag);
      this.decipher?.final();
    } catch (error) {
      throw new IntegrityError(objectKey, `chunk ${index} was altered`, error);
    }
    return this.plain;
  }

  private createDecipher(seed: Buffer | undefined): DecipherGCM {
    const { objectKey, index } = this.position;
    // Each chunk is authentic, even if two writes of the object were mixed. Their seeds differ.
    if (seed && !seed.equals(this.seed))
      throw new IntegrityError(objectKey, `chunk ${index} belongs to another write`);
    const nonce = chunkNonce(this.seed, this.position);
    const decipher = createDecipheriv(CIPHER, this.dataKey, nonce, { authTagLength: TAG_LENGTH });
    return decipher.setAAD(chunkAssociatedData(this.position));
  }
}
