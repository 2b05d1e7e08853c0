import { Button, Text } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import type { PlanId } from '@waybill/contracts';
import { useDropzone } from 'react-dropzone';
import { usePlanLimits } from '../../../lib/config/config.api.js';
import { formatSize } from '../../../lib/format/size.js';
import classes from './upload-box.module.css';

/** Drop zone with a button. Prevents the browser from opening a file that is dropped beside it. */
export function DropZone({ plan, onFiles }: { plan: PlanId; onFiles: (files: File[]) => void }) {
  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    onDrop: onFiles,
    noClick: true,
    noKeyboard: true,
  });
  const { maxFileSize } = usePlanLimits(plan);
  return (
    <div {...getRootProps({ className: classes.zone })} data-over={isDragActive || undefined} onClick={open}>
      <input {...getInputProps({ 'aria-label': 'Files to upload' })} />
      <div className={classes.invitation}>
        <span className={classes.icon}>
          <IconFileUpload size={34} stroke={1.5} aria-hidden />
        </span>
        <Text fw={600} fz="lg">
          {isDragActive ? 'Let go to upload' : 'Drop files here'}
        </Text>
        <Button
          onClick={(event) => {
            event.stopPropagation();
            open();
          }}
        >
          Choose files
        </Button>
        <Text c="dimmed" size="sm">
          or paste them. Up to {formatSize(maxFileSize).replace('.00', '')} each.
        </Text>
      </div>
    </div>
  );
}
