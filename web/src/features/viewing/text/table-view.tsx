import { Text } from '@mantine/core';
import { LoadingState } from '../../../components/ui/loading-state.js';
import { tableInTime } from './formats/table-in-time.js';
import { SourceInstead } from './source-instead.js';
import { useInTime } from './use-in-time.js';
import classes from './text-preview.module.css';

/**
 * Comma- or tab-separated values as a table. The first row is the heading. Its elements are plain, because thousands of
 * Mantine's cells would freeze the page for seconds.
 */
export function TableView({ text, name }: { text: string; name: string }) {
  const table = useInTime(tableInTime, text);
  if (table.state === 'loading') return <LoadingState label="Loading text" />;
  if (table.state === 'failed') return <SourceInstead text={text} name={name} />;
  const [head = [], ...body] = table.result.rows;
  return (
    <>
      <table className={classes.table}>
        <thead>
          <tr>
            {head.map((cell, column) => (
              <th key={column} scope="col">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {table.result.isCut && (
        <Text size="sm" c="dimmed" p="sm">
          Only the first {body.length} rows are shown
        </Text>
      )}
    </>
  );
}
