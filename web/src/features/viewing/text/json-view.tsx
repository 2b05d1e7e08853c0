import { type ReactNode, useMemo, useState } from 'react';
import { BreakableText } from './breakable-text.js';
import { CodeView } from './code-view.js';
import classes from './text-preview.module.css';

/** Members of one object or list that are shown. */
const MAX_MEMBERS = 500;
/** Levels that are open at first, fewer where they have more lines than the page builds in about a second. */
const OPEN_LEVELS = 3;
const MAX_OPEN_LINES = 5_000;

/** JSON as a tree that opens and closes. Text that is not valid JSON is shown as source. */
export function JsonView({ text, name }: { text: string; name: string }) {
  const parsed = useMemo(() => parse(text), [text]);
  if (!parsed) return <CodeView text={text} name={name} />;
  return (
    <div className={classes.tree}>
      <Node label={null} value={parsed.value} openLevels={parsed.openLevels} />
    </div>
  );
}

function parse(text: string): { value: unknown; openLevels: number } | null {
  try {
    const value: unknown = JSON.parse(text);
    return { value, openLevels: openLevelsOf(value) };
  } catch {
    return null;
  }
}

function openLevelsOf(root: unknown): number {
  let values = [root];
  let lines = 1;
  for (let level = 0; level < OPEN_LEVELS; level += 1) {
    values = values.flatMap((value) => shownMembers(value).map(([, member]) => member));
    lines += values.length;
    if (lines > MAX_OPEN_LINES) return level;
  }
  return OPEN_LEVELS;
}

function shownMembers(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value).slice(0, MAX_MEMBERS) : [];
}

function Node({
  label,
  value,
  openLevels,
}: {
  label: string | null;
  value: unknown;
  /** Levels that are open at first, from this one. */
  openLevels: number;
}) {
  const key =
    label === null ? null : (
      <span className={classes.key}>
        <BreakableText text={`${label}: `} />
      </span>
    );
  if (typeof value !== 'object' || value === null) {
    return (
      <div className={classes.leaf}>
        {key}
        <span data-type={typeof value}>
          <BreakableText text={JSON.stringify(value)} />
        </span>
      </div>
    );
  }
  return <Branch label={key} value={value as Record<string, unknown>} openLevels={openLevels} />;
}

/** An object or list. Its members are built only while it is open, because a file can have a hundred thousand. */
function Branch({
  label,
  value,
  openLevels,
}: {
  label: ReactNode;
  value: Record<string, unknown>;
  openLevels: number;
}) {
  const [isOpen, setOpen] = useState(openLevels > 0);
  const members = Object.entries(value);
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {label}
        <span className={classes.count}>
          {Array.isArray(value) ? `[${members.length}]` : `{${members.length}}`}
        </span>
      </summary>
      {isOpen &&
        members
          .slice(0, MAX_MEMBERS)
          .map(([name, member]) => (
            <Node key={name} label={name} value={member} openLevels={openLevels - 1} />
          ))}
      {isOpen && members.length > MAX_MEMBERS && (
        <div className={classes.leaf}>… {members.length - MAX_MEMBERS} more</div>
      )}
    </details>
  );
}
