import { type ReactNode, useMemo, useState } from 'react';
import { BreakableText } from './breakable-text.js';
import { CodeView } from './code-view.js';
import { type JsonBranch, type JsonLeaf, type JsonValue, readJson } from './formats/read-json.js';
import classes from './text-preview.module.css';

/** Members of one object or list that are shown. */
const MAX_MEMBERS = 500;
/** Levels that are open at first, fewer where they have more lines than the page builds in about a second. */
const OPEN_LEVELS = 3;
const MAX_OPEN_LINES = 5_000;

/** JSON as a tree that opens and closes. A text that is too large, or not valid JSON, is shown as source. */
export function JsonView({ text, name }: { text: string; name: string }) {
  const parsed = useMemo(() => parse(text), [text]);
  if (!parsed) return <CodeView text={text} name={name} />;
  return (
    <div className={classes.tree}>
      <Node label={null} value={parsed.value} openLevels={parsed.openLevels} />
    </div>
  );
}

function parse(text: string): { value: JsonValue; openLevels: number } | null {
  try {
    const value = readJson(text);
    return { value, openLevels: openLevelsOf(value) };
  } catch {
    return null;
  }
}

function openLevelsOf(root: JsonValue): number {
  let values = [root];
  let lines = 1;
  for (let level = 0; level < OPEN_LEVELS; level += 1) {
    values = values.flatMap((value) => shownMembers(value).map(([, member]) => member));
    lines += values.length;
    if (lines > MAX_OPEN_LINES) return level;
  }
  return OPEN_LEVELS;
}

function shownMembers(value: JsonValue): JsonBranch['members'] {
  return typeof value === 'string' ? [] : value.members.slice(0, MAX_MEMBERS);
}

/** Type of a value, by the first character of its source. */
function typeOf(leaf: JsonLeaf): string {
  if (leaf.startsWith('"')) return 'string';
  if (leaf === 'null') return 'object';
  return /^[tf]/.test(leaf) ? 'boolean' : 'number';
}

/** Letters of a string are shown without escape sequences. */
function shownLeaf(leaf: JsonLeaf): string {
  return leaf.startsWith('"') ? JSON.stringify(JSON.parse(leaf)) : leaf;
}

function Node({
  label,
  value,
  openLevels,
}: {
  label: string | null;
  value: JsonValue;
  /** Levels that are open at first, from this one. */
  openLevels: number;
}) {
  const key =
    label === null ? null : (
      <span className={classes.key}>
        <BreakableText text={`${label}: `} />
      </span>
    );
  if (typeof value === 'string') {
    return (
      <div className={classes.leaf}>
        {key}
        <span data-type={typeOf(value)}>
          <BreakableText text={shownLeaf(value)} />
        </span>
      </div>
    );
  }
  return <Branch label={key} value={value} openLevels={openLevels} />;
}

/** An object or list. Its members are built only while it is open, because a file can have a hundred thousand. */
function Branch({ label, value, openLevels }: { label: ReactNode; value: JsonBranch; openLevels: number }) {
  const [isOpen, setOpen] = useState(openLevels > 0);
  const { isList, members } = value;
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {label}
        <span className={classes.count}>{isList ? `[${members.length}]` : `{${members.length}}`}</span>
      </summary>
      {isOpen &&
        members
          .slice(0, MAX_MEMBERS)
          .map(([name, member], index) => (
            <Node key={index} label={name} value={member} openLevels={openLevels - 1} />
          ))}
      {isOpen && members.length > MAX_MEMBERS && (
        <div className={classes.leaf}>… {members.length - MAX_MEMBERS} more</div>
      )}
    </details>
  );
}
