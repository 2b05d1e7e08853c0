import { Table, Text } from '@mantine/core';
import { archiveEntriesSchema, formatSize } from '@waybill/contracts';
import { useMemo, useState } from 'react';
import { Button } from '@mantine/core';
import { LoadingState } from '../../../components/ui/loading-state.js';
import { Attempts, FailedPreview } from '../attempts.js';
import type { OfferedDownload } from '../no-preview.js';
import { useText } from '../text/use-text.js';
import classes from './archive-preview.module.css';

/** Rows that are added at a time. */
const STEP = 500;

interface ArchivePreviewProps {
  readonly name: string;
  readonly address: string;
  readonly download: OfferedDownload;
  readonly onDenied?: () => void;
}

/** The files in an archive. */
export function ArchivePreview(props: ArchivePreviewProps) {
  return <Attempts>{(onRetry) => <Entries {...props} onRetry={onRetry} />}</Attempts>;
}

function Entries({
  name,
  address,
  download,
  onDenied,
  onRetry,
}: ArchivePreviewProps & { onRetry: () => void }) {
  const result = useText(address, onDenied);
  const [shown, setShown] = useState(STEP);
  const entries = useMemo(() => (result.state === 'loaded' ? parse(result.text) : null), [result]);
  if (result.state === 'loading') return <LoadingState label="Loading the list of files" />;
  if (entries === null) return <FailedPreview download={download} onRetry={onRetry} />;
  return (
    <div className={classes.list} tabIndex={0} role="region" aria-label={name}>
      <Table stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{entries.length === 1 ? '1 entry' : `${entries.length} entries`}</Table.Th>
            <Table.Th ta="end">Size</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {entries.slice(0, shown).map(({ path, size }, index) => (
            <Table.Tr key={index}>
              <Table.Td className={classes.path}>{path}</Table.Td>
              <Table.Td ta="end" className={classes.size}>
                {path.endsWith('/') ? '' : formatSize(size)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {entries.length === 0 && (
        <Text c="dimmed" p="md">
          This archive is empty.
        </Text>
      )}
      {entries.length > shown && (
        <Button variant="subtle" m="sm" onClick={() => setShown(shown + STEP)}>
          Show more
        </Button>
      )}
    </div>
  );
}

function parse(text: string) {
  try {
    return archiveEntriesSchema.parse(JSON.parse(text)).entries;
  } catch {
    return null;
  }
}
