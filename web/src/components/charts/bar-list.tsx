import { Text, Title } from '@mantine/core';
import { useId } from 'react';
import classes from './bar-list.module.css';

export interface Share {
  readonly name: string;
  readonly count: number;
}

/** Values that are shown before "Show all". */
const SHOWN = 6;

/** Counts by value, as a table with bars in its cells, which screen readers can read, too. */
export function BarList({
  title,
  values,
  unit = 'Views',
  isSection = false,
  total = values.reduce((sum, { count }) => sum + count, 0),
}: {
  title: string;
  values: readonly Share[];
  unit?: string;
  /** Whether the list is a section of its own, with a heading of level 2. */
  isSection?: boolean;
  total?: number;
}) {
  const id = useId();
  const most = Math.max(1, ...values.map(({ count }) => count));
  const [first, more] = [values.slice(0, SHOWN), values.slice(SHOWN)];
  const rows = (shown: readonly Share[]) => (
    <table className={classes.bars} aria-labelledby={id}>
      <thead>
        <tr>
          <th scope="col">{title}</th>
          <th scope="col">{unit}</th>
        </tr>
      </thead>
      <tbody>
        {shown.map(({ name, count }, index) => (
          // By index, because two values can have the same name.
          <tr key={index}>
            <th scope="row">
              <span className={classes.bar} style={{ width: `${(count / most) * 100}%` }} aria-hidden />
              <span className={classes.label}>{name}</span>
            </th>
            <td>
              {count.toLocaleString()}
              <span className={classes.share}> {Math.round((count / Math.max(1, total)) * 100)}%</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
  return (
    <section>
      <Title order={isSection ? 2 : 3} {...(!isSection && { fz: 'sm' })} id={id} mb={isSection ? 'md' : 6}>
        {title}
      </Title>
      {values.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nothing yet
        </Text>
      ) : (
        rows(first)
      )}
      {more.length > 0 && (
        <details className={classes.more}>
          <summary>{more.length} more</summary>
          {rows(more)}
        </details>
      )}
    </section>
  );
}
