import { Table, Text } from '@mantine/core';
import { LoadingState } from '../../../components/ui/loading-state.js';
import { tableInTime } from './formats/table-in-time.js';
import { SourceInstead } from './source-instead.js';
import { useInTime } from './use-in-time.js';
import classes from './text-preview.module.css';

/** Comma- or tab-separated values as a table. The first row is the heading. */
export function TableView({ text, name }: { text: string; name: string }) {
  const table = useInTime(tableInTime, text);
  if (table.state === 'loading') return <LoadingState label="Loading text" />;
  if (table.state === 'failed') return <SourceInstead text={text} name={name} />;
  const [head = [], ...body] = table.result.rows;
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
      {table.result.isCut && (
        <Text size="sm" c="dimmed" p="sm">
          Only the first {body.length} rows are shown
        </Text>
      )}
    </>
  );
}
