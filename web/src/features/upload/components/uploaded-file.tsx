import { ActionIcon, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react';
import { FileIcon } from '../../../components/ui/file-icon.js';
import { formatSize } from '../../../lib/format/size.js';
import type { UploadItem } from '../upload-batch.js';
import classes from './upload-box.module.css';

/** One file of an upload. `onRemove`: cancels it; absent where another button does. */
export function UploadedFile({ piece, onRemove }: { piece: UploadItem; onRemove: (() => void) | undefined }) {
  const { file, step, fraction } = piece;
  const percent = Math.round(fraction * 100);
  return (
    <li className={classes.file}>
      <FileIcon mimeType={file.type} size={20} />
      <Text size="sm" truncate title={file.name}>
        {file.name}
      </Text>
      <Text size="sm" c={step === 'failed' ? 'var(--mantine-color-error)' : 'dimmed'} component="span">
        {step === 'sent' && <IconCheck size={16} aria-label="Sent" />}
        {step === 'failed' && <IconAlertTriangle size={16} aria-label="Failed" />}
        {step === 'sending' && `${percent}%`}
        {step === 'waiting' && formatSize(file.size)}
      </Text>
      {onRemove && step !== 'sent' && (
        <ActionIcon size="md" aria-label={`Cancel ${file.name}`} title="Cancel this file" onClick={onRemove}>
          <IconX size={16} />
        </ActionIcon>
      )}
      {step === 'sending' && (
        <div
          className={classes.bar}
          role="progressbar"
          aria-label={file.name}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
        >
          <div style={{ width: `${percent}%` }} />
        </div>
      )}
    </li>
  );
}
