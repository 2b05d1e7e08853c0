/** A sound file with silence. */
export function wav(seconds: number): Buffer {
  const header = Buffer.from('RIFF....WAVEfmt ....................data....', 'latin1');
  header.writeUInt32LE(36 + seconds * 8_000, 4);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(8_000, 24);
  header.writeUInt32LE(8_000, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.writeUInt32LE(seconds * 8_000, 40);
  return Buffer.concat([header, Buffer.alloc(seconds * 8_000, 128)]);
}
