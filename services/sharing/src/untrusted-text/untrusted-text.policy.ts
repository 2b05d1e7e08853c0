/**
 * Rules for words of strangers in mails. Strangers choose their name, the recipient's name and file names, and the mail
 * is sent from the operator's address to a recipient of their choice. So these words must not become a link, a
 * telephone number or a message of their own.
 */

const MAX_NAME_LENGTH = 60;
const MAX_FILE_NAME_LENGTH = 80;
const NAME_CHARACTERS = /^[\p{L}\p{M}\p{N} '’.,&()·-]*$/u;
/** Full stop, ideographic full stop, its half-width form, full-width full stop, one dot leader. */
const DOTS = '.。｡．․';
/** A dot followed by a possible top-level domain or a part of an IP address. */
const LINK_LIKE = new RegExp(`[\\p{L}\\p{N}][${DOTS}](?:[\\p{L}\\p{N}]{2,}|\\p{N})`, 'u');
/** Longest name in words. A text with more is a sentence. */
const MAX_WORDS = 8;
/** Most digits in a name, such as "Studio 54". A telephone number has more. */
const MAX_DIGITS = 4;

/** Invisible, and interrupts the patterns by which mail clients detect links and telephone numbers. */
const ZERO_WIDTH_SPACE = '\u200B';
/** Extensions that are no top-level domain, so that `name.pdf` is not linked. */
const SAFE_EXTENSION =
  /\.(?:7z|avi|bmp|csv|doc|docx|epub|gif|gz|heic|html|jpeg|jpg|json|key|m4a|mkv|mp3|mp4|odp|ods|odt|ogg|pages|pdf|png|ppt|pptx|psd|rar|rtf|svg|tar|tif|tiff|txt|wav|webm|webp|xls|xlsx|xml)$/i;

/** The name of a person, or an empty string if it can contain a link, a telephone number or a message. */
export function safePersonName(name: string): string {
  const trimmed = name.trim();
  const isName =
    trimmed.length <= MAX_NAME_LENGTH &&
    trimmed.split(/\s+/).length <= MAX_WORDS &&
    trimmed.replace(/\P{N}/gu, '').length <= MAX_DIGITS &&
    NAME_CHARACTERS.test(trimmed) &&
    !LINK_LIKE.test(trimmed);
  return isName ? trimmed : '';
}

/** A file name in which mail clients detect no link or number, shortened if it is long. Looks the same otherwise. */
export function safeFileName(name: string): string {
  const [extension = ''] = SAFE_EXTENSION.exec(name) ?? [];
  const base = name.slice(0, name.length - extension.length);
  const maxLength = MAX_FILE_NAME_LENGTH - extension.length;
  const characters = Array.from(base);
  const shortened =
    characters.length > maxLength ? `${characters.slice(0, maxLength - 4).join('')}…` : characters.join('');
  return breakNumbers(breakLinks(shortened)) + extension;
}

/** Another text of a stranger, such as a title or an address, treated like a file name. */
export function safeText(text: string): string {
  return safeFileName(text);
}

function breakLinks(text: string): string {
  return text.replaceAll(new RegExp(`([${DOTS}@:/])(?=\\S)`, 'gu'), `$1${ZERO_WIDTH_SPACE}`);
}

/** Interrupts a run of six or more digits after every third. */
function breakNumbers(text: string): string {
  return text.replaceAll(/\p{Nd}{6,}/gu, (run) =>
    run.replaceAll(/\p{Nd}{3}(?=\p{Nd})/gu, (digits) => digits + ZERO_WIDTH_SPACE),
  );
}
