import { Button, Group, Stack, type StackProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useNewRowFocus } from '../../lib/use-new-row-focus.js';

/** Rows that are shown before "Show all". */
const SHOWN = 10;

/** List that shows its first rows, and the others on request. `unit`: what a row is, in the plural. */
export function FirstRows<T>({
  rows,
  unit,
  children,
  ...looks
}: Omit<StackProps, 'children'> & {
  rows: readonly T[];
  unit: string;
  children: (row: T) => ReactNode;
}) {
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? rows : rows.slice(0, SHOWN);
  const [list, followRows] = useNewRowFocus(shown.length);
  return (
    <>
      <Stack component="ul" ref={list} gap="md" m={0} p={0} style={{ listStyle: 'none' }} {...looks}>
        {shown.map(children)}
      </Stack>
      {rows.length > shown.length && (
        <Group>
          <Button
            variant="subtle"
            size="sm"
            onClick={() => {
              followRows();
              setShowsAll(true);
            }}
          >
            Show all {rows.length.toLocaleString()} {unit}
          </Button>
        </Group>
      )}
    </>
  );
}
