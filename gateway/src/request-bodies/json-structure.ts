import { AppError } from '@waybill/contracts';

/** Deepest nesting of objects and arrays. No call needs more than four levels. */
const MAX_DEPTH = 32;

const [QUOTE, BACKSLASH, COMMA] = [...Buffer.from('"\\,')] as [number, number, number];
const [OPEN_ARRAY, OPEN_OBJECT, CLOSE_ARRAY, CLOSE_OBJECT] = [...Buffer.from('[{]}')] as [
  ...[number, number, number, number],
];

/**
 * Refuses JSON that would take long to parse and validate: `[[[[…` and `{},{},{},…` take a hundred times as long as
 * the same bytes of text. Reads the bytes once and does not validate them.
 * @param maxValues maximum number of objects, arrays and commas
 * @throws AppError `request.malformed`
 */
export function requireSmallStructure(json: Buffer, maxValues: number): void {
  let [depth, values, isInString] = [0, 0, false];
  for (let index = 0; index < json.length; index += 1) {
    const byte = json[index];
    if (byte === QUOTE) isInString = !isInString;
    else if (isInString) {
      if (byte === BACKSLASH) index += 1;
    } else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      depth += 1;
      values += 1;
    } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) depth -= 1;
    else if (byte === COMMA) values += 1;
    if (depth > MAX_DEPTH || values > maxValues) {
      throw new AppError('request.malformed', undefined, {
        message: 'The request has too many values, or is nested too deeply.',
      });
    }
  }
}
