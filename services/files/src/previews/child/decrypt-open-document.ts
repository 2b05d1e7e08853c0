import { createDecipheriv, createHash, pbkdf2Sync } from 'node:crypto';
import { open } from 'node:fs/promises';
import { crc32, inflateRawSync } from 'node:zlib';
import { decodeXml } from './decode-xml.js';
import { EncryptedFileError, MANIFEST } from './encrypted-file.js';
import { readZipDirectory } from './zip-directory.js';
import { DEFLATED, inflate, MAX_ENTRIES, MAX_PART, readRaw } from './zip-part.js';
import { stored, type ZipData, ZipWriter } from './zip-writer.js';

/** Encryption of one entry, as the manifest describes it (OpenDocument 1.3, part 2, §4). */
interface EntryEncryption {
  readonly startKeyHash: 'sha1' | 'sha256';
  readonly salt: Buffer;
  readonly iterations: number;
  readonly vector: Buffer;
  readonly checksumHash: 'sha1' | 'sha256';
  readonly checksum: Buffer;
}

/** Bytes at the beginning of the compressed data that the checksum covers. */
const CHECKED_BYTES = 1024;
const KEY_BYTES = 32;
/**
 * Maximum iterations of PBKDF2 for all entries together, some 20 s. LibreOffice writes 100,000 for each entry. The
 * count is in the file, so a hostile one could keep the worker busy.
 */
const MAX_ITERATIONS = 50_000_000;
const BLOCK_BYTES = 16;
const ENTRY = /<((?:[\w.-]+:)?file-entry)\b([^>]*?)(?:\/>|>([\s\S]*?)<\/\1>)/g;
const ENCRYPTION = /<((?:[\w.-]+:)?encryption-data)\b[\s\S]*?<\/\1>/g;

/**
 * Copies an OpenDocument file without its password. Knows AES-256-CBC, which LibreOffice writes since version 3.5.
 * @throws EncryptedFileError when the password is wrong; other errors for a broken file or an unknown encryption
 */
export async function decryptOpenDocument(input: string, output: string, password: string): Promise<void> {
  await using source = await open(input);
  await using target = await open(output, 'wx', 0o600);
  const entries = await readZipDirectory(source, MAX_ENTRIES);
  const manifestEntry = entries.find(({ name }) => name === MANIFEST);
  if (!manifestEntry) throw new Error('The document has no manifest');
  const manifest = inflate(manifestEntry, await readRaw(source, manifestEntry)).toString();
  const encryptions = encryptionsOf(manifest);
  const writer = new ZipWriter(target);
  for (const entry of entries) {
    const raw = await readRaw(source, entry);
    const encryption = encryptions.get(entry.name);
    if (entry === manifestEntry)
      await writer.add(entry, stored(Buffer.from(manifest.replace(ENCRYPTION, ''))));
    else if (encryption) await writer.add(entry, decrypt(raw, encryption, password));
    else await writer.add(entry, { ...entry, data: raw });
  }
  await writer.finish();
}

function encryptionsOf(manifest: string): Map<string, EntryEncryption> {
  const found = new Map<string, EntryEncryption>();
  for (const [, , attributes = '', content = ''] of manifest.matchAll(ENTRY)) {
    const encryption = content.match(ENCRYPTION)?.[0];
    if (encryption) found.set(decodeXml(attributeOf(attributes, 'full-path')), encryptionOf(encryption));
  }
  // A count that is no positive number exceeds the limit: a negative one would make room for a large one.
  const total = [...found.values()].reduce(
    (sum, { iterations }) => sum + (iterations > 0 ? iterations : Infinity),
    0,
  );
  if (total > MAX_ITERATIONS) throw new Error('Deriving the keys would take too many iterations');
  return found;
}

function encryptionOf(xml: string): EntryEncryption {
  const algorithm = attributeOf(xml, 'algorithm-name');
  const derivation = attributeOf(xml, 'key-derivation-name');
  if (!/aes256-cbc$/.test(algorithm) || !/PBKDF2$/i.test(derivation))
    throw new Error(`The document is encrypted with ${algorithm}, which is not supported`);
  return {
    startKeyHash: hashNamed(attributeOf(xml, 'start-key-generation-name', 'SHA1')),
    salt: Buffer.from(attributeOf(xml, 'salt'), 'base64'),
    iterations: Number(attributeOf(xml, 'iteration-count')),
    vector: Buffer.from(attributeOf(xml, 'initialisation-vector'), 'base64'),
    checksumHash: hashNamed(attributeOf(xml, 'checksum-type')),
    checksum: Buffer.from(attributeOf(xml, 'checksum'), 'base64'),
  };
}

/** Decrypts an entry, which was compressed before it was encrypted. */
function decrypt(raw: Buffer, encryption: EntryEncryption, password: string): ZipData {
  const { startKeyHash, salt, iterations, vector, checksumHash, checksum } = encryption;
  const startKey = createHash(startKeyHash).update(password).digest();
  const key = pbkdf2Sync(startKey, salt, iterations, KEY_BYTES, 'sha1');
  const decipher = createDecipheriv('aes-256-cbc', key, vector).setAutoPadding(false);
  const padded = Buffer.concat([decipher.update(raw), decipher.final()]);
  // Padding of XML Encryption: random bytes, then their number.
  const data = padded.subarray(0, padded.length - Math.min(padded.at(-1) ?? 0, BLOCK_BYTES));
  const found = createHash(checksumHash).update(data.subarray(0, CHECKED_BYTES)).digest();
  if (!found.equals(checksum)) throw new EncryptedFileError();
  const plain = inflateRawSync(data, { maxOutputLength: MAX_PART });
  return { method: DEFLATED, crc: crc32(plain), size: plain.length, data };
}

function hashNamed(name: string): 'sha1' | 'sha256' {
  return /sha256/i.test(name) ? 'sha256' : 'sha1';
}

/** @throws when the attribute is missing and has no default */
function attributeOf(xml: string, name: string, missing?: string): string {
  const value = new RegExp(`[\\s:]${name}="([^"]*)"`).exec(xml)?.[1] ?? missing;
  if (value === undefined) throw new Error(`The manifest has no ${name}`);
  return value;
}
