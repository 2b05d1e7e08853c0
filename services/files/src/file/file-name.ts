import { INVISIBLE, MAX_NAME_LENGTH } from '@waybill/contracts';

const DEFAULT_NAME = 'file';
const MAX_EXTENSION_LENGTH = 24;

/**
 * A name that is safe to store and to show: the last segment of a path, in NFC, without invisible characters, at most
 * 255 UTF-16 units including the extension, never empty.
 */
export function uploadName(sent: string): string {
  const lastPart = sent.split(/[/\\]/).at(-1) ?? '';
  const name = clean(lastPart);
  return name === '' ? DEFAULT_NAME : cut(name);
}

/** A name typed by the owner. Slashes become dashes. Empty when no visible character is left. */
export function typedName(typed: string): string {
  return cut(clean(typed.replace(/[/\\]/g, '-')));
}

/** Empty for a name of dots alone. */
function clean(name: string): string {
  const visible = name.toWellFormed().normalize('NFC').replace(INVISIBLE, '').trim();
  return /^\.+$/.test(visible) ? '' : visible;
}

function cut(name: string): string {
  if (name.length <= MAX_NAME_LENGTH) return name;
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 && name.length - dot <= MAX_EXTENSION_LENGTH ? name.slice(dot) : '';
  const stem = name.slice(0, MAX_NAME_LENGTH - extension.length);
  return (stem.isWellFormed() ? stem : stem.slice(0, -1)) + extension;
}
