/**
 * Bytes in one piece, or in several that follow each other. Several pass through a chain of async generators in one
 * turn, and need not be copied into one buffer first.
 */
export type BytePieces = Uint8Array | readonly Uint8Array[];

export function piecesOf(bytes: BytePieces): readonly Uint8Array[] {
  return bytes instanceof Uint8Array ? [bytes] : bytes;
}

export function lengthOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}
