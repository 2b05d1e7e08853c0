import { isTextType } from '@waybill/contracts';
import { fileTypeFromBuffer } from 'file-type';
import { lookup } from 'mime-types';
import { wideEncodingOf } from '../download/encodings/wide-encoding.js';
import { isText } from './is-text.js';

const FALLBACK = 'application/octet-stream';
const PLAIN_TEXT = 'text/plain';
/** Containers of many file types, and the types that are built on them: for those the extension is more precise. */
const containers: Readonly<Record<string, RegExp>> = {
  'application/zip':
    /\+zip$|openxmlformats|opendocument|macroenabled|officetheme|sun\.xml|vnd\.apple\.|java-archive|android|xpinstall|kmz$|xps|3mf|widget/,
  // The container of Office files up to 2003, and of newer ones with a password.
  'application/x-cfb':
    /ms-?(word|excel|powerpoint|outlook|project|works|publisher|download)|visio|openxmlformats|fpx$/,
  'application/xml': /xml|^text\//,
};

/** The extension alone distinguishes the documents of Apple's programs. */
const APPLE = 'application/vnd.apple.';

/** Types of source code and texts that the registry lacks, or takes for something else (`.ts`: a video stream). */
const textTypes: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      'bat',
      'cfg',
      'clj',
      'cs',
      'dart',
      'diff',
      'elm',
      'env',
      'erl',
      'ex',
      'exs',
      'fs',
      'go',
      'gradle',
      'graphql',
      'hcl',
      'hs',
      'jl',
      'kt',
      'kts',
      'lock',
      'nim',
      'nix',
      'patch',
      'properties',
      'proto',
      'ps1',
      'r',
      'rst',
      'scala',
      'svelte',
      'swift',
      'tf',
      'vue',
      'zig',
    ].map((extension) => [extension, PLAIN_TEXT]),
  ),
  py: 'text/x-python',
  rb: 'text/x-ruby',
  rs: 'text/x-rust',
  ts: 'application/typescript',
  tsx: 'application/typescript',
  mts: 'application/typescript',
  cts: 'application/typescript',
  tsv: 'text/tab-separated-values',
};

/** Number of bytes at the beginning of a file that `mediaTypeOf` examines. */
export const SAMPLE_BYTES = 64 * 1024;

/**
 * Extensions of texts that the registry knows for something else: certificates, keys and signatures (which can also be
 * binary), Keynote documents, models, templates of PowerPoint, Publisher documents, organizers and dumps.
 */
const sharedWithTexts = new Set([
  ...['pem', 'crt', 'cer', 'crl', 'p7b', 'p8', 'ac', 'pub', 'key', 'sig'],
  ...['stl', 'pot', 'org', 'vhd', 'scm', 'dump'],
]);
/** Formats that consist of the characters of a text, but are shown in another way, or by a type of their own. */
const writtenInText = new Set([
  'application/pdf',
  'application/rtf',
  'application/postscript',
  'application/eps',
]);

/**
 * Detects a file's media type by its first bytes, else by its extension. The client's declaration is not trusted. A
 * text may begin with the letters by which another format is known, such as "BMI" or "solid". A text whose name has no
 * type is plain.
 */
export async function mediaTypeOf(sample: Uint8Array, name: string): Promise<string> {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const known = extension !== '' && (ownTypeOf(extension) ?? lookup(extension));
  const byName = known || FALLBACK;
  const isOfText = isText(sample);
  if (isOfText && isTextType(byName)) return byName;
  const sniffed = await fileTypeFromBuffer(sample).catch(() => undefined);
  // Without parameters: a voice note is `audio/ogg; codecs=opus`.
  const mime = sniffed?.mime.replace(/;.*$/, '');
  if (isOfText && sample.length > 0 && (!known || sharedWithTexts.has(extension)))
    return mime && (isTextType(mime) || writtenInText.has(mime)) ? mime : PLAIN_TEXT;
  if (!mime) return isOfText || !isBinaryBeside(byName, sample) ? byName : FALLBACK;
  const isMorePrecise = containers[mime]?.test(byName) ?? (mime.startsWith(APPLE) && byName !== FALLBACK);
  return isMorePrecise ? byName : mime;
}

function ownTypeOf(extension: string): string | undefined {
  return Object.hasOwn(textTypes, extension) ? textTypes[extension] : undefined;
}

/**
 * Whether a binary file has the name of a text of another type than `text/…`, such as the object file `main.obj`. Text
 * in UTF-16 without a byte order mark has NUL bytes, too.
 */
function isBinaryBeside(byName: string, sample: Uint8Array): boolean {
  return isTextType(byName) && !byName.startsWith('text/') && wideEncodingOf(Buffer.from(sample)) === null;
}
