import { Button, Group, Text } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { formatSize, type PlanId } from '@waybill/contracts';
import { useRef } from 'react';
import { FileInput } from '../../../components/ui/file-input.js';
import { usePlanLimits } from '../../../lib/config/config.api.js';
import { useFileDrop } from '../../../lib/use-file-drop.js';
import classes from './upload-box.module.css';

/** Drop zone with buttons. Prevents the browser from opening a file that is dropped beside it. */
export function DropZone({
  plan,
  onFiles,
  onIntent,
}: {
  plan: PlanId;
  onFiles: (files: readonly File[]) => void;
  /** Called when a pointer, the focus or a dragged file reaches the zone. */
  onIntent: () => void;
}) {
  const { zone, isOver } = useFileDrop(onFiles);
  const chooser = useRef<HTMLInputElement>(null);
  const open = () => chooser.current?.click();
  const folder = useRef<HTMLInputElement>(null);
  const { maxFileSize } = usePlanLimits(plan);
  return (
    <div
      {...zone}
      className={classes.zone}
      data-over={isOver || undefined}
      onClick={open}
      onPointerEnter={onIntent}
      onFocus={onIntent}
      onDragEnter={(event) => {
        onIntent();
        zone.onDragEnter(event);
      }}
    >
      <FileInput ref={chooser} label="Files to upload" onFiles={onFiles} />
      <FileInput ref={folder} label="Folder to upload" onFiles={onFiles} isFolder />
      <div className={classes.invitation}>
        <span className={classes.icon}>
          <IconFileUpload size={34} stroke={1.5} aria-hidden />
        </span>
        <Text fw={600} fz="lg">
          {isOver ? 'Let go to upload' : 'Drop files or a folder here'}
        </Text>
        <Group gap="xs" justify="center">
          <Button
            onClick={(event) => {
              event.stopPropagation();
              open();
            }}
          >
            Choose files
          </Button>
          <Button
            variant="default"
            onClick={(event) => {
              event.stopPropagation();
              folder.current?.click();
            }}
          >
            Choose a folder
          </Button>
        </Group>
        <Text c="dimmed" size="sm">
          or paste them. Up to {formatSize(maxFileSize).replace('.00', '')} each.
        </Text>
      </div>
    </div>
  );
}
