import { formatBytes, formatClock, printable } from './format.js';

export interface TransferState {
  readonly name: string;
  /** Bytes from the start of the file. */
  readonly done: number;
  /** Null: unknown. */
  readonly total: number | null;
  /** Bytes per second. */
  readonly rate: number;
}

const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303F\uFF01-\uFF60]/u;
const COMBINING = /\p{M}/u;
/** Columns for the name beside a bar. If the name would get fewer, the bar is left out. */
const NAME_BESIDE_BAR = 12;
const NAME_ALONE = 8;

/** @returns one line of at most `columns` columns. A narrow terminal loses the bar first, and the percentage last. */
export function progressLine(state: TransferState, columns: number): string {
  const name = printable(state.name);
  const layouts = layoutsOf(state);
  const fits = ({ text, nameWidth }: Layout) =>
    text.length + 2 + Math.min(widthOf(name), nameWidth) <= columns;
  const text = (layouts.find(fits) ?? layouts.at(-1))?.text ?? '';
  return withName(name, text, columns);
}

/** @returns the name followed by `text`. Cuts the name so that the line has at most `columns` columns. */
export function withName(name: string, text: string, columns: number): string {
  const room = columns - text.length - 2;
  return room < 2 ? text.slice(0, Math.max(0, columns)) : `${cutToWidth(printable(name), room)}  ${text}`;
}

interface Layout {
  readonly text: string;
  readonly nameWidth: number;
}

/** From the widest to the narrowest. */
function layoutsOf({ done, total, rate }: TransferState): Layout[] {
  const amount = formatBytes(done);
  const speed = `${formatBytes(rate)}/s`;
  if (total === null) return [`${amount}  ${speed}`, amount].map((text) => ({ text, nameWidth: NAME_ALONE }));
  const share = total === 0 ? 1 : Math.min(1, done / total);
  const percent = `${Math.floor(share * 100)} %`;
  const left = rate > 0 ? `  ${formatClock((total - done) / rate)} left` : '';
  const all = `${percent}  ${amount}  ${speed}${left}`;
  return [
    { text: `${barOf(share, 24)} ${all}`, nameWidth: NAME_BESIDE_BAR },
    { text: `${barOf(share, 10)} ${all}`, nameWidth: NAME_BESIDE_BAR },
    ...[all, `${percent}  ${amount}${left}`, `${percent}${left}`, percent].map((text) => ({
      text,
      nameWidth: NAME_ALONE,
    })),
  ];
}

function barOf(share: number, width: number): string {
  const filled = Math.round(share * width);
  return `[${'#'.repeat(filled)}${'-'.repeat(width - filled)}]`;
}

/** @returns columns on a terminal */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += widthOfCharacter(character);
  return width;
}

function widthOfCharacter(character: string): number {
  if (COMBINING.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}

function cutToWidth(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let kept = '';
  let left = width - 1;
  for (const character of text) {
    left -= widthOfCharacter(character);
    if (left < 0) break;
    kept += character;
  }
  return `${kept}…`;
}
