import { Button, Group, Text } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import type { PlanId } from '@waybill/contracts';
import { type ChangeEvent, type RefObject, useRef } from 'react';
import { useDropzone } from 'react-dropzone';
import { usePlanLimits } from '../../../lib/config/config.api.js';
import { formatSize } from '../../../lib/format/size.js';
import classes from './upload-box.module.css';

/** Drop zone with buttons. Prevents the browser from opening a file that is dropped beside it. */
export function DropZone({ plan, onFiles }: { plan: PlanId; onFiles: (files: readonly File[]) => void }) {
  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    onDrop: onFiles,
    noClick: true,
    noKeyboard: true,
  });
  const folder = useRef<HTMLInputElement>(null);
  const { maxFileSize } = usePlanLimits(plan);
  return (
    <div {...getRootProps({ className: classes.zone })} data-over={isDragActive || undefined} onClick={open}>
      <input {...getInputProps({ 'aria-label': 'Files to upload' })} />
      <FolderInput ref={folder} onFiles={onFiles} />
      <div className={classes.invitation}>
        <span className={classes.icon}>
          <IconFileUpload size={34} stroke={1.5} aria-hidden />
        </span>
        <Text fw={600} fz="lg">
          {isDragActive ? 'Let go to upload' : 'Drop files or a folder here'}
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

function FolderInput({
  ref,
  onFiles,
}: {
  ref: RefObject<HTMLInputElement | null>;
  onFiles: (files: readonly File[]) => void;
}) {
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])];
    // The same folder can be chosen again.
    target.value = '';
    onFiles(files);
  };
  return (
    <input
      ref={ref}
      type="file"
      multiple
      hidden
      tabIndex={-1}
      aria-label="Folder to upload"
      onClick={(event) => event.stopPropagation()}
      onChange={take}
      {...{ webkitdirectory: '' }}
    />
  );
}
