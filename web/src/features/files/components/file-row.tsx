import { Badge, Group, Table, Text, UnstyledButton } from '@mantine/core';
import { type FileView, formatSize, type PlanId } from '@waybill/contracts';
import { IconChevronDown, IconLock, IconLockOpen } from '@tabler/icons-react';
import { useId } from 'react';
import { formatDate, formatDateTime } from '../../../lib/format/date.js';
import { NowReading } from '../../../components/ui/now-reading.js';
import type { Readers } from '../../../lib/live/readers.js';
import { passFocusToList } from '../../../lib/pass-focus.js';
import { ExpiryText } from './expiry-text.js';
import { FileActions } from './file-actions.js';
import { FileThumbnail } from './file-thumbnail.js';
import type { FilePanels } from './file-panels.js';
import classes from './files-table.module.css';

/** Width and overflow of the badge with a sender's name, which the sender may have made long. */
const shortened = {
  maw: 140,
  flex: 'none',
  styles: { label: { overflow: 'hidden' } },
};

/** One row of the uploads table. Expands to the file's actions. */
export function FileRow({
  file,
  plan,
  panels,
  readers,
  isOpen,
  onToggle,
}: {
  file: FileView;
  plan: PlanId;
  panels: FilePanels;
  readers: Readers;
  isOpen: boolean;
  onToggle: () => void;
}) {
  const detailsId = useId();
  const sender = file.received && `From ${file.received.senderName ?? 'a file request'}`;
  return (
    <>
      <Table.Tr className={classes.row} data-open={isOpen || undefined} onClick={onToggle}>
        <Table.Td className={classes.name}>
          <Group gap="sm" wrap="nowrap">
            <FileThumbnail file={file} />
            <UnstyledButton
              className={classes.toggle}
              aria-expanded={isOpen}
              aria-controls={isOpen ? detailsId : undefined}
              onClick={(event) => {
                event.stopPropagation();
                onToggle();
              }}
            >
              <Text fw={600} size="sm" className={classes.nameText}>
                {file.originalName}
              </Text>
              {sender && (
                <Badge {...shortened} title={sender}>
                  {sender}
                </Badge>
              )}
              {file.takenDown && <Badge color="red">Taken down</Badge>}
              {file.scanState === 'infected' && <Badge color="red">Infected</Badge>}
              {file.contentMissingSince && <Badge color="red">Content missing</Badge>}
              {file.scanState === 'pending' && <Badge color="gray">Being scanned</Badge>}
              <IconChevronDown size={16} className={classes.chevron} aria-hidden />
            </UnstyledButton>
          </Group>
          {!file.takenDown && <NowReading readers={readers} targetId={file.id} mimeType={file.mimeType} />}
        </Table.Td>
        <Table.Td data-label="Size">{formatSize(file.size)}</Table.Td>
        <Table.Td data-label="Uploaded" title={formatDateTime(file.createdAt)}>
          {formatDate(file.createdAt)}
        </Table.Td>
        <Table.Td data-label="Expires">
          <ExpiryText deleteAt={file.deleteAt.Time} />
        </Table.Td>
        <Table.Td data-label="Downloads">{file.viewCount.toLocaleString()}</Table.Td>
        <Table.Td data-label="Protection">
          {file.password.Valid ? (
            <Badge leftSection={<IconLock size={12} aria-hidden />}>Password</Badge>
          ) : (
            <Badge color="gray" leftSection={<IconLockOpen size={12} aria-hidden />}>
              None
            </Badge>
          )}
        </Table.Td>
      </Table.Tr>
      {isOpen && (
        <Table.Tr className={classes.details} id={detailsId} ref={passFocusToList}>
          <Table.Td colSpan={6}>
            <FileActions file={file} plan={plan} panels={panels} />
          </Table.Td>
        </Table.Tr>
      )}
    </>
  );
}
