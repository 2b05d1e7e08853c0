import { isText } from './is-text.js';
import { mediaTypeOf } from './media-type.js';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const ZIP = Buffer.from('504b03040a000000000000000000000000000000000000000000010000006100', 'hex');
const CFB = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(504)]);
const XML = Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>');

describe('mediaTypeOf', () => {
  it('prefers the bytes over the name', async () => {
    expect(await mediaTypeOf(PNG, 'invoice.pdf')).toBe('image/png');
  });

  it('falls back to the extension where the bytes are ambiguous', async () => {
    expect(await mediaTypeOf(Buffer.from('hello'), 'notes.txt')).toBe('text/plain');
    expect(await mediaTypeOf(Buffer.from('<html>'), 'page.html')).toBe('text/html');
  });

  it('prefers the extension over a container format', async () => {
    expect(await mediaTypeOf(ZIP, 'a.docx')).toBe(
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    );
    expect(await mediaTypeOf(ZIP, 'a.zip')).toBe('application/zip');
  });

  it('falls back to application/octet-stream for empty files, and for texts by the name of a binary file', async () => {
    expect(await mediaTypeOf(Buffer.alloc(0), '')).toBe('application/octet-stream');
    expect(await mediaTypeOf(Buffer.alloc(0), 'README')).toBe('application/octet-stream');
    expect(await mediaTypeOf(Buffer.from('hello'), 'a.bin')).toBe('application/octet-stream');
  });

  it.each([
    ...['README', 'LICENSE', 'Makefile', 'Dockerfile', '.gitignore', '.bashrc', 'constructor', 'go.mod'],
    ...['a.jsonl', 'a.hpp', 'a.zsh', 'a.po', 'a.adoc', 'a.service', 'a.editorconfig', 'a.twig', 'a.unknown'],
    // The registry knows these extensions for something else.
    ...[
      'a.pot',
      'a.pem',
      'a.crt',
      'a.key',
      'a.stl',
      'a.org',
      'a.vhd',
      'id_rsa.pub',
      'a.ac',
      'a.crl',
      'a.dump',
    ],
    // The registry knows these names only as extensions.
    ...['t', 'f', 'key'],
  ])('takes a text without a better type for plain text: %s', async (name) => {
    for (const text of ['# hello\nall:\n\techo hi\n', 'Grüße', 'MZ and BM', '<p>a</p>'])
      expect(await mediaTypeOf(Buffer.from(text), name)).toBe('text/plain');
    expect(await mediaTypeOf(Buffer.from('Grüße', 'latin1'), name)).toBe('text/plain');
  });

  it.each([
    ['a.hjson', 'application/hjson'],
    ['a.mbox', 'application/mbox'],
    ['a.asc', 'application/pgp-keys'],
    ['a.obj', 'model/obj'],
    ['a.m3u8', 'application/vnd.apple.mpegurl'],
    ['a.gpx', 'application/gpx+xml'],
    ['a.xhtml', 'application/xhtml+xml'],
  ])('keeps the type that a text has of its own: %s', async (name, type) => {
    expect(await mediaTypeOf(Buffer.from('BM hello'), name)).toBe(type);
  });

  it.each([
    ['%PDF-1.4\n1 0 obj\n', 'application/pdf'],
    ['{\\rtf1\\ansi hello}', 'application/rtf'],
    ['<?xml version="1.0"?><a/>', 'application/xml'],
  ])('knows a format that is written in text without a name: %s', async (text, type) => {
    expect(await mediaTypeOf(Buffer.from(text), 'unnamed')).toBe(type);
  });

  it.each([
    ['Python bytecode', 'a.pyc', 'f30d0d0a00000000a1b2c3d46c000000e300', 'application/octet-stream'],
    ['a program', 'tool', '7f454c4602010100000000000000000002003e0001000000', 'application/x-elf'],
    ['a certificate', 'a.crt', '308203a13082028906092a864886f70d01010b0500', 'application/x-x509-ca-cert'],
    ['an encrypted file', 'a.unknown', '9f03c1d20e5b17ff8c1122f0aa0b7e45d3', 'application/octet-stream'],
    ['a compressed file', 'backup', '1f8b0808a1b2c3d40003612e74787400', 'application/gzip'],
    ['a font', 'font', '774f46460001000000000a1c000d0000', 'font/woff'],
    ['an object file', 'main.obj', '4c01030000000000d80100000a00000000000000', 'application/octet-stream'],
    ['a device tree', 'board.dtb', 'd00dfeed000012a400000038000010f400000028', 'application/octet-stream'],
  ])('takes no binary file for a text: %s', async (_what, name, hex, type) => {
    expect(await mediaTypeOf(Buffer.from(hex, 'hex'), name)).toBe(type);
  });

  it('keeps the type of a text in UTF-16 without a byte order mark', async () => {
    expect(await mediaTypeOf(Buffer.from('{"name": "value"}', 'utf16le'), 'a.json')).toBe('application/json');
  });

  it('leaves out the parameters of a type, so that a voice note has a player', async () => {
    const opus = Buffer.concat([
      Buffer.from('OggS'),
      Buffer.alloc(24),
      Buffer.from('OpusHead'),
      Buffer.alloc(64),
    ]);
    expect(await mediaTypeOf(opus, 'note.opus')).toBe('audio/ogg');
  });

  it.each([
    ['main.py', 'text/x-python'],
    ['main.ts', 'application/typescript'],
    ['main.go', 'text/plain'],
    ['README.md', 'text/markdown'],
  ])('knows source code by its name: %s', async (name, type) => {
    expect(await mediaTypeOf(Buffer.from('hello'), name)).toBe(type);
  });

  it.each([
    ['bmi.csv', 'BMI;Name\n22;Ada\n', 'text/csv'],
    ['mac.csv', 'MAC address,host\n', 'text/csv'],
    ['form1040.txt', 'FORM 1040 is due in April', 'text/plain'],
    ['solid.txt', 'solid state of the union', 'text/plain'],
    ['id3.md', 'ID3 algorithm is a decision tree', 'text/markdown'],
    ['mz.txt', 'MZ motorcycles were made in Zschopau', 'text/plain'],
    ['latin.txt', '\xff\xfbber alles', 'text/plain'],
    ['log.txt', 'BM \x1b[31mred\x1b[0m\r\n\f', 'text/plain'],
    ['list.json', 'BM', 'application/json'],
    ['page.html', 'BM<script>', 'text/html'],
  ])('takes a text for a text whatever its first letters: %s', async (name, text, type) => {
    expect(await mediaTypeOf(Buffer.from(text, 'latin1'), name)).toBe(type);
  });

  it.each([
    ['utf-16le', (text: Buffer) => text],
    ['utf-16be', (text: Buffer) => text.swap16()],
  ])('knows a text in %s, also where the sample ends within a character', async (_encoding, swap) => {
    const text = swap(Buffer.from('\ufeffhello;Name 😀', 'utf16le'));
    for (const cut of [0, 1, 2, 3])
      expect(await mediaTypeOf(text.subarray(0, text.length - cut), 'a.csv')).toBe('text/csv');
  });

  it('prefers the bytes over the name of a text where they are binary', async () => {
    expect(await mediaTypeOf(PNG, 'a.txt')).toBe('image/png');
    const frames = Buffer.from('fffb900401020304050607'.repeat(9), 'hex');
    expect(await mediaTypeOf(frames, 'a.txt')).toBe('audio/mpeg');
    const unpaired = Buffer.from('\ufeffhello world\ud800hello', 'utf16le');
    expect(isText(unpaired)).toBe(false);
  });

  it.each(['pdf', 'png', 'mp4', 'txt', 'doc', 'tar'])(
    'prefers the container over an extension that is not built on it: %s',
    async (extension) => {
      expect(await mediaTypeOf(ZIP, `a.${extension}`)).toBe('application/zip');
    },
  );

  it.each([
    ['odt', 'application/vnd.oasis.opendocument.text', ZIP],
    ['epub', 'application/epub+zip', ZIP],
    ['jar', 'application/java-archive', ZIP],
    ['xlsm', 'application/vnd.ms-excel.sheet.macroenabled.12', ZIP],
    ['pages', 'application/vnd.apple.pages', ZIP],
    ['kmz', 'application/vnd.google-earth.kmz', ZIP],
    ['doc', 'application/msword', CFB],
    ['msg', 'application/vnd.ms-outlook', CFB],
    // Encrypted with a password.
    ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', CFB],
    ['svg', 'image/svg+xml', XML],
    ['html', 'text/html', XML],
  ])('prefers an extension that is built on the container: %s', async (extension, type, bytes) => {
    expect(await mediaTypeOf(bytes, `a.${extension}`)).toBe(type);
  });

  it('shows XML under the name of a picture as text, never inline', async () => {
    expect(await mediaTypeOf(XML, 'a.png')).toBe('application/xml');
  });
});
