import { MAX_NAME_LENGTH } from '@waybill/contracts';

const NAMELESS = 'file';
const LONGEST_EXTENSION = 24;

/** Control characters, line and paragraph separators, and the marks that reverse how a name reads. */
const invisible = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/**
 * A name that is safe to keep and to show, from whatever a client sent as one: the last part of a path,
 * in NFC, without invisible characters, at most 255 UTF-16 units with its ending kept, never empty.
 */
export function uploadName(sent: string): string {
  const lastPart = sent.split(/[/\\]/).at(-1) ?? '';
  const name = clean(lastPart);
  return name === '' ? NAMELESS : cut(name);
}

/** A name as its owner typed it: a slash is no path here, so it becomes a dash. Empty when nothing is left. */
export function typedName(typed: string): string {
  return cut(clean(typed.replace(/[/\\]/g, '-')));
}

/** Empty when nothing of it names a file: dots alone are folders. */
function clean(name: string): string {
  const visible = name.toWellFormed().normalize('NFC').replace(invisible, '').trim();
  return /^\.+$/.test(visible) ? '' : visible;
}

function cut(name: string): string {
  if (name.length <= MAX_NAME_LENGTH) return name;
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 && name.length - dot <= LONGEST_EXTENSION ? name.slice(dot) : '';
  const stem = name.slice(0, MAX_NAME_LENGTH - extension.length);
  return (stem.isWellFormed() ? stem : stem.slice(0, -1)) + extension;
}
