import { Box, Button, Center, Table, Text } from '@mantine/core';
import type { FileView, PlanId } from '@waybill/contracts';
import { useState } from 'react';
import { NameSearch } from '../../../components/ui/name-search.js';
import { plural } from '../../../lib/format/duration.js';
import type { Readers } from '../../../lib/live/readers.js';
import { useLongList } from '../../../lib/use-long-list.js';
import { useNewRowFocus } from '../../../lib/use-new-row-focus.js';
import type { FilePanels } from './file-panels.js';
import { FileRow } from './file-row.js';
import classes from './files-table.module.css';

/**
 * Table of the user's uploads, newest first, a page at a time. One row is expanded at a time. Rows become cards on a
 * phone.
 */
export function FilesTable({
  files,
  plan,
  panels,
  readers,
}: {
  files: readonly FileView[];
  plan: PlanId;
  panels: FilePanels;
  readers: Readers;
}) {
  const [openId, setOpenId] = useState<string | null>(null);
  const { isSearchable, text, search, found, shown, showMore } = useLongList(files, nameOf);
  const [body, followRows] = useNewRowFocus<HTMLTableSectionElement>(shown.length);
  return (
    <>
      {isSearchable && (
        <Box p="md" maw={420}>
          <NameSearch text={text} found={found.length} onSearch={search} />
        </Box>
      )}
      <Table className={classes.table} verticalSpacing="sm" horizontalSpacing="md">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>Size</Table.Th>
            <Table.Th>Uploaded</Table.Th>
            <Table.Th>Expires</Table.Th>
            <Table.Th>Downloads</Table.Th>
            <Table.Th>Protection</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody ref={body}>
          {shown.map((file) => (
            <FileRow
              key={file.id}
              file={file}
              plan={plan}
              panels={panels}
              readers={readers}
              isOpen={openId === file.id}
              onToggle={() => setOpenId((open) => (open === file.id ? null : file.id))}
            />
          ))}
        </Table.Tbody>
      </Table>
      {found.length === 0 && (
        <Text c="dimmed" ta="center" p="md">
          No file has such a name.
        </Text>
      )}
      {found.length > shown.length && (
        <Center p="md">
          <Button
            variant="default"
            size="sm"
            onClick={() => {
              followRows();
              showMore();
            }}
          >
            Show more of {plural(found.length, 'file')}
          </Button>
        </Center>
      )}
    </>
  );
}

const nameOf = ({ originalName }: FileView) => originalName;
