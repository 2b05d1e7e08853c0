/**
 * Sum of the depths of all tags. Deep elements cost most: a browser opens unclosed ones again in each paragraph, and
 * the sanitizer moves the content of an unknown element once for each level.
 */
const MAX_SUM_OF_DEPTHS = 400_000;
const MAX_ATTRIBUTES = 50;
/** Length in UTF-16 units. */
const MAX_LENGTH = 4 * 1024 * 1024;

/** Elements that the sanitizer removes with their content, and within which HTML has other rules. */
const REMOVED =
  /<(script|style|svg|math|iframe|noembed|noframes|title|xmp)(?=[\s/>])[^]*?<\/\1(?=[\s/>])[^>]*>/gi;
const TEXT_FIELD = /<(textarea)(?=[\s/>])[^>]*>([^]*?)<\/\1(?=[\s/>])[^>]*>/gi;
/** Elements that have no end if they are still there. */
const UNCLOSED = /^(script|style|svg|math|iframe|noembed|noframes|title|xmp|textarea)$/;

const VOID = /^(area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;
/** Elements that the next one of their kind ends. */
const ENDED_BY_NEXT = /^(dd|dt|li|option|p|td|th|tr)$/;
/** Elements, and those within them that their end tag also ends. */
const ENDED_WITH = [
  [/^(blockquote|dd|details|div|dl|dt|li|ol|section|td|th|ul)$/, /^(dd|dt|li|p)$/],
  [/^(table|tbody|tfoot|thead|tr)$/, /^(dd|dt|li|p|tbody|td|tfoot|th|thead|tr)$/],
] as const;

const COMMENT = /<!--(?:-?>|[^]*?--!?>)/y;
/** Also a comment, but without the dashes. */
const BOGUS_COMMENT = /<(?:[!?]|\/[^a-z])[^>]*>?/iy;
const TAG_NAME = /<(\/?)([a-z][^\s/>]*)/iy;
const ATTRIBUTE = /[\s/]*=?[^\s/>=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>"'][^\s>]*)?)?/y;
const TAG_END = /[\s/]*>/y;

/**
 * The HTML without what the sanitizer removes anyway, or null if the page could freeze while it is sanitized and shown.
 * Counts elements as open that the browser may have closed, and never the other way around. `maxTags`: how many start
 * and end tags and comments the page builds in about a second.
 */
export function lightened(html: string, maxTags: number): string | null {
  const kept = html
    .replace(REMOVED, '')
    .replace(TEXT_FIELD, (_field, _name, text: string) => text.replaceAll('<', '&lt;'));
  return isLight(kept, maxTags) ? kept : null;
}

function isLight(html: string, maxTags: number): boolean {
  if (html.length > MAX_LENGTH) return false;
  const open: string[] = [];
  let tags = 0;
  let sumOfDepths = 0;
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at)) {
    const tag = readTag(html, at);
    at = tag.end;
    if (tag.kind === 'text') continue;
    tags += 1;
    sumOfDepths += open.length;
    if (tags > maxTags || sumOfDepths > MAX_SUM_OF_DEPTHS) return false;
    if (tag.kind === 'comment') continue;
    if (tag.attributes > MAX_ATTRIBUTES || UNCLOSED.test(tag.name)) return false;
    const innermost = open.at(-1);
    if (tag.kind === 'end') {
      open.length -= endedBy(tag.name, open);
    } else if (!VOID.test(tag.name) && !(innermost === tag.name && ENDED_BY_NEXT.test(tag.name))) {
      open.push(tag.name);
    }
  }
  return true;
}

/** Counts the open elements that an end tag ends for certain. */
function endedBy(name: string, open: readonly string[]): number {
  const within = ENDED_WITH.find(([ended]) => ended.test(name))?.[1];
  const index = open.findLastIndex((element) => element === name || !within?.test(element));
  return open[index] === name ? open.length - index : 0;
}

interface Markup {
  readonly kind: 'text' | 'comment' | 'start' | 'end';
  /** Name of a tag, in lower case. */
  readonly name: string;
  readonly attributes: number;
  /** Position after it. */
  readonly end: number;
}

/** Reads what begins with the `<` at `at` by the rules of the HTML standard. */
function readTag(html: string, at: number): Markup {
  const comment = matchAt(COMMENT, html, at) ?? matchAt(BOGUS_COMMENT, html, at);
  if (comment) return { kind: 'comment', name: '', attributes: 0, end: at + comment[0].length };
  const begin = matchAt(TAG_NAME, html, at);
  if (!begin) return { kind: 'text', name: '', attributes: 0, end: at + 1 };
  const [{ length }, slash, name = ''] = begin;
  let end = at + length;
  let attributes = 0;
  for (;;) {
    const closing = matchAt(TAG_END, html, end);
    const next = closing ?? matchAt(ATTRIBUTE, html, end);
    end += next?.[0].length ?? 0;
    if (closing || !next) break;
    attributes += 1;
  }
  return { kind: slash ? 'end' : 'start', name: name.toLowerCase(), attributes, end };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
