import { type ReactNode, useMemo, useState } from 'react';
import { CodeView } from './code-view.js';
import classes from './text-preview.module.css';

/** Members of one object or list that are shown. */
const MAX_MEMBERS = 500;
/** Levels that are open at first. */
const OPEN_LEVELS = 3;

/** JSON as a tree that opens and closes. Text that is not valid JSON is shown as source. */
export function JsonView({ text, name }: { text: string; name: string }) {
  const parsed = useMemo(() => parse(text), [text]);
  if (!parsed) return <CodeView text={text} name={name} />;
  return (
    <div className={classes.tree}>
      <Node label={null} value={parsed.value} level={0} />
    </div>
  );
}

function parse(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return null;
  }
}

function Node({ label, value, level }: { label: string | null; value: unknown; level: number }) {
  const key = label === null ? null : <span className={classes.key}>{label}: </span>;
  if (typeof value !== 'object' || value === null) {
    return (
      <div className={classes.leaf}>
        {key}
        <span data-type={typeof value}>{JSON.stringify(value)}</span>
      </div>
    );
  }
  return <Branch label={key} value={value as Record<string, unknown>} level={level} />;
}

/** An object or list. Its members are built only while it is open, because a file can have a hundred thousand. */
function Branch({
  label,
  value,
  level,
}: {
  label: ReactNode;
  value: Record<string, unknown>;
  level: number;
}) {
  const [isOpen, setOpen] = useState(level < OPEN_LEVELS);
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
          .map(([name, member]) => <Node key={name} label={name} value={member} level={level + 1} />)}
      {isOpen && members.length > MAX_MEMBERS && (
        <div className={classes.leaf}>… {members.length - MAX_MEMBERS} more</div>
      )}
    </details>
  );
}
