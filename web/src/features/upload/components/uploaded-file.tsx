import { formatSize } from '@waybill/contracts';
import { ActionIcon, Group, Text } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCheck,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconWifiOff,
  IconX,
} from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import { FileIcon } from '../../../components/ui/file-icon.js';
import { formatDuration } from '../../../lib/format/duration.js';
import type { FileControls } from '../upload-controls.js';
import { outgoingNameOf } from '../outgoing-file.js';
import { isUnderWay, type UploadItem } from '../upload-item.js';
import classes from './upload-box.module.css';

interface Row {
  item: UploadItem;
  controls: Omit<FileControls, 'remove'>;
  /** Cancels the file; null where another button does. */
  onRemove: ((key: number) => void) | null;
  /** Whether the notice is already shown above the list. The row omits it then. */
  isSaid: boolean;
}

/** One file of an upload. */
export const UploadedFile = memo(function UploadedFile({ item, controls, onRemove, isSaid }: Row) {
  const { file, step, notice } = item;
  const percent = percentOf(item);
  const name = outgoingNameOf(item);
  return (
    <li className={classes.file}>
      <FileIcon mimeType={file.type} size={20} />
      <Text size="sm" truncate title={name}>
        {name}
      </Text>
      <Text
        className={step === 'sending' ? classes.pace : undefined}
        size="sm"
        c={step === 'failed' ? 'var(--mantine-color-error)' : 'dimmed'}
        component="span"
      >
        <State item={item} />
      </Text>
      <Group className={classes.actions} gap={2} wrap="nowrap">
        {(isUnderWay(item) || step === 'paused') && <PauseAction item={item} controls={controls} />}
        {step === 'failed' && onRemove && (
          <Action
            label={`Retry ${name}`}
            title="Try this file again"
            onClick={() => controls.retry(item.key)}
          >
            <IconRefresh size={16} />
          </Action>
        )}
        {onRemove && step !== 'sent' && (
          <Action label={`Cancel ${name}`} title="Cancel this file" onClick={() => onRemove(item.key)}>
            <IconX size={16} />
          </Action>
        )}
      </Group>
      {notice !== null && !isSaid && (
        <Text
          className={classes.notice}
          size="xs"
          c={step === 'failed' ? 'var(--mantine-color-error)' : 'dimmed'}
          role={step === 'failed' ? 'alert' : undefined}
        >
          {notice}
        </Text>
      )}
      {['sending', 'paused', 'lost'].includes(step) && (
        <div
          className={classes.bar}
          data-still={step !== 'sending' || undefined}
          role="progressbar"
          aria-label={name}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
        >
          <div style={{ width: `${percent}%` }} />
        </div>
      )}
    </li>
  );
});

/** One button for both, which keeps the focus when it is pressed. */
function PauseAction({ item, controls }: Pick<Row, 'item' | 'controls'>) {
  const name = outgoingNameOf(item);
  return item.step === 'paused' ? (
    <Action label={`Resume ${name}`} title="Resume this file" onClick={() => controls.resume(item.key)}>
      <IconPlayerPlay size={16} />
    </Action>
  ) : (
    <Action label={`Pause ${name}`} title="Pause this file" onClick={() => controls.pause(item.key)}>
      <IconPlayerPause size={16} />
    </Action>
  );
}

function Action({
  label,
  title,
  onClick,
  children,
}: {
  label: string;
  title: string;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <ActionIcon size="md" variant="subtle" color="gray" aria-label={label} title={title} onClick={onClick}>
      {children}
    </ActionIcon>
  );
}

function State({ item }: { item: UploadItem }) {
  const { step, file, pace } = item;
  switch (step) {
    case 'sent':
      return <IconCheck size={16} aria-label="Sent" />;
    case 'failed':
      return <IconAlertTriangle size={16} aria-label="Failed" />;
    case 'lost':
      return <IconWifiOff size={16} aria-label="No connection" />;
    case 'paused':
      return `Paused · ${percentOf(item)}%`;
    case 'waiting':
      return formatSize(file.size);
    case 'sending': {
      const left = pace.secondsLeft === null ? '' : ` · ${formatDuration(pace.secondsLeft)}`;
      const speed = pace.speed === null ? '' : ` · ${formatSize(Math.round(pace.speed))}/s`;
      return `${percentOf(item)}%${speed}${left}`;
    }
  }
}

function percentOf({ sent, file }: UploadItem): number {
  return file.size === 0 ? 100 : Math.round((sent / file.size) * 100);
}
