/** Bytes of a visitor's hash that the sketch keeps. */
const HASH_BYTES = 8;
/** Up to this number of visitors the sketch is exact. */
const MAX_EXACT = 500;
/** Registers of the estimate (HyperLogLog): a standard error of 1.6 %. */
const REGISTERS = 4096;
const ALPHA = 0.7213 / (1 + 1.079 / REGISTERS);

/**
 * Counts the distinct visitors of a period in bounded space: exactly up to some hundreds, then as an estimate. Sketches
 * of several periods can be united.
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
   * Adds the visitors of a stored sketch. Does not decode it into an object, because a report unites dozens of sketches
   * with thousands of hashes.
   * @param bytes see `encode`
   */
  uniteEncoded(bytes: Buffer): void {
    // Only the estimate has this length: the exact form has at most 500 × 8 bytes.
    if (bytes.length === REGISTERS) {
      const own = this.estimate();
      // An iterator would take ten times as long.
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
    // Linear counting is more accurate while many registers are empty.
    const isSmall = estimate <= 2.5 * REGISTERS && empty > 0;
    return Math.round(isSmall ? REGISTERS * Math.log(REGISTERS / empty) : estimate);
  }

  /** Encodes the sketch for the database: the registers, or the concatenated hashes. */
  encode(): Buffer {
    if (this.registers) return Buffer.from(this.registers);
    return Buffer.concat([...this.hashes].map((hash) => Buffer.from(hash, 'base64')));
  }

  /** @param bytes the first 8 bytes of the hash of each visitor, concatenated */
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

/** The first 12 bits choose the register. The rank is the number of leading zeros of bytes 2 to 5, plus one. */
function register(registers: Uint8Array, bytes: Buffer, start = 0): void {
  const index = bytes.readUInt16BE(start) >> 4;
  const rank = Math.clz32(bytes.readUInt32BE(start + 2)) + 1;
  if (rank > (registers[index] ?? 0)) registers[index] = rank;
}
