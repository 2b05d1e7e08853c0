/** Bytes of a visitor's hash that the sketch keeps. */
const HASH_BYTES = 8;
/** Up to this number of visitors the sketch is exact. */
const MAX_EXACT = 500;
/** Registers of the estimate (HyperLogLog): a standard error of 1.6 %. */
const REGISTERS = 4096;
const ALPHA = 0.7213 / (1 + 1.079 / REGISTERS);

/**
 * Number of distinct visitors of a period, in bounded space, that can be united with those of other periods: exact up
 * to some hundreds, an estimate beyond.
 */
export class VisitorSketch {
  private readonly hashes = new Set<string>();
  private registers: Uint8Array | null = null;

  /** @param hash of a visitor, uniformly distributed */
  add(hash: Buffer): void {
    const kept = hash.subarray(0, HASH_BYTES);
    if (this.registers) {
      register(this.registers, kept);
      return;
    }
    this.hashes.add(kept.toString('base64'));
    if (this.hashes.size > MAX_EXACT) this.estimate();
  }

  /**
   * Adds the visitors of a stored sketch. A report unites dozens of them, so nothing is made of their thousands of hashes.
   * @param bytes see `encode`
   */
  uniteEncoded(bytes: Buffer): void {
    // The exact form has at most 500 × 8 bytes, fewer than there are registers.
    if (bytes.length === REGISTERS) {
      const own = this.estimate();
      // An iterator would cost ten times as much.
      for (let index = 0; index < REGISTERS; index++) {
        const rank = bytes[index] ?? 0;
        if (rank > (own[index] ?? 0)) own[index] = rank;
      }
      return;
    }
    for (let start = 0; start < bytes.length; start += HASH_BYTES) {
      if (this.registers) register(this.registers, bytes, start);
      else this.add(bytes.subarray(start, start + HASH_BYTES));
    }
  }

  get count(): number {
    if (!this.registers) return this.hashes.size;
    let sum = 0;
    let empty = 0;
    for (const rank of this.registers) {
      sum += 2 ** -rank;
      if (rank === 0) empty++;
    }
    const estimate = (ALPHA * REGISTERS ** 2) / sum;
    // Linear counting is better while many registers are empty.
    const isSmall = estimate <= 2.5 * REGISTERS && empty > 0;
    return Math.round(isSmall ? REGISTERS * Math.log(REGISTERS / empty) : estimate);
  }

  /** For the database: registers, or the hashes one after the other. */
  encode(): Buffer {
    if (this.registers) return Buffer.from(this.registers);
    return Buffer.concat([...this.hashes].map((hash) => Buffer.from(hash, 'base64')));
  }

  /** @param bytes first bytes of the hashes of any number of visitors, one after the other */
  static ofHashes(bytes: Buffer): VisitorSketch {
    const sketch = new VisitorSketch();
    for (let start = 0; start < bytes.length; start += HASH_BYTES)
      sketch.add(bytes.subarray(start, start + HASH_BYTES));
    return sketch;
  }

  private estimate(): Uint8Array {
    if (this.registers) return this.registers;
    const registers = new Uint8Array(REGISTERS);
    for (const hash of this.hashes) register(registers, Buffer.from(hash, 'base64'));
    this.hashes.clear();
    this.registers = registers;
    return registers;
  }
}

/** The first 12 bits choose the register, the rank is the number of leading zeros of the others, plus one. */
function register(registers: Uint8Array, bytes: Buffer, start = 0): void {
  const index = bytes.readUInt16BE(start) >> 4;
  const rank = Math.clz32(bytes.readUInt32BE(start + 2)) + 1;
  if (rank > (registers[index] ?? 0)) registers[index] = rank;
}
