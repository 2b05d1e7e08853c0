import { Table } from '@mantine/core';
import type { FileView, PlanId } from '@waybill/contracts';
import { useState } from 'react';
import type { Readers } from '../../../lib/live/readers.js';
import type { FilePanels } from './file-panels.js';
import { FileRow } from './file-row.js';
import classes from './files-table.module.css';

/** Table of the user's uploads, newest first. One row is expanded at a time. Rows become cards on a phone. */
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
  return (
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
      <Table.Tbody>
        {files.map((file) => (
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
  );
}
