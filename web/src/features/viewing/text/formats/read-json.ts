/** A string, number, boolean or null, as the text writes it. */
export type JsonLeaf = string;

/** An object or list. An object may have a name twice. */
export interface JsonBranch {
  readonly isList: boolean;
  readonly members: readonly (readonly [name: string, value: JsonValue])[];
}

export type JsonValue = JsonLeaf | JsonBranch;

interface OpenBranch {
  readonly isList: boolean;
  readonly members: [string, JsonValue][];
  /** The name before the next value of an object. */
  name: string | null;
}

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]]|[^\s,:{}[\]"]+/g;

/** More values or levels would freeze the page for a second or more while they are read. */
const MAX_VALUES = 200_000;
const MAX_LEVELS = 1_000;

/**
 * Reads JSON without changing it: JavaScript would round numbers, keep one of two members of the same name, and sort
 * names that are numbers.
 * @throws SyntaxError for a text that is not valid JSON; RangeError for one with too many values or levels
 */
export function readJson(text: string): JsonValue {
  JSON.parse(text);
  const root: OpenBranch = { isList: true, members: [], name: null };
  const open = [root];
  let values = 0;
  for (const [token] of text.matchAll(TOKEN)) {
    const branch = open.at(-1) ?? root;
    if (token === '}' || token === ']') {
      open.pop();
    } else if (!branch.isList && branch.name === null) {
      branch.name = JSON.parse(token) as string;
    } else {
      values += 1;
      if (values > MAX_VALUES || open.length > MAX_LEVELS) throw new RangeError('too large for a tree');
      const isBranch = token === '{' || token === '[';
      const value = isBranch ? { isList: token === '[', members: [], name: null } : token;
      branch.members.push([branch.name ?? String(branch.members.length), value]);
      branch.name = null;
      if (typeof value !== 'string') open.push(value);
    }
  }
  return root.members[0]?.[1] ?? text;
}
