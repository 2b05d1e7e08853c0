import { Table, Text } from '@mantine/core';
import papaparse from 'papaparse';
import { useMemo } from 'react';
import classes from './text-preview.module.css';

const MAX_ROWS = 1_000;
const MAX_COLUMNS = 200;

/** Comma- or tab-separated values as a table. The first row is the heading. */
export function TableView({ text }: { text: string }) {
  const rows = useMemo(
    () => papaparse.parse<string[]>(text, { preview: MAX_ROWS + 1, skipEmptyLines: true }).data,
    [text],
  );
  const [head = [], ...body] = rows.map((row) => row.slice(0, MAX_COLUMNS));
  return (
    <>
      <Table className={classes.table} stickyHeader striped withColumnBorders>
        <Table.Thead>
          <Table.Tr>
            {head.map((cell, column) => (
              <Table.Th key={column}>{cell}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {body.map((row, index) => (
            <Table.Tr key={index}>
              {row.map((cell, column) => (
                <Table.Td key={column}>{cell}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {body.length === MAX_ROWS && (
        <Text size="sm" c="dimmed" p="sm">
          Only the first {MAX_ROWS} rows are shown
        </Text>
      )}
    </>
  );
}
