import { Button, Group, Stack, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { FileIcon } from '../../../components/ui/file-icon.js';
import { RouteLine } from '../../../components/ui/route-line.js';
import { formatDuration, plural } from '../../../lib/format/duration.js';
import { formatSize } from '../../../lib/format/size.js';
import { fractionsOf, type Pace } from '../progress.js';
import classes from './upload-box.module.css';

/** An upload on its way: how far, how fast, how long still. */
export function UploadProgress({
  files,
  pace,
  onCancel,
}: {
  files: readonly File[];
  pace: Pace;
  onCancel: () => void;
}) {
  const fractions = fractionsOf(
    files.map(({ size }) => size),
    pace.fraction,
  );
  return (
    <Stack className={classes.panel} gap="md">
      <Group justify="space-between" align="baseline" gap="xs">
        <Text fw={600} fz="lg">
          Uploading {plural(files.length, 'file')}
        </Text>
        <Text fw={600} ff="monospace">
          {Math.floor(pace.fraction * 100)}%
        </Text>
      </Group>
      <RouteLine progress={pace.fraction} label="Upload progress" />
      <ul className={classes.files}>
        {files.map((file, index) => (
          <li key={`${index}-${file.name}`} className={classes.file}>
            <FileIcon mimeType={file.type} size={20} />
            <Text size="sm" truncate>
              {file.name}
            </Text>
            <Text size="sm" c="dimmed" component="span">
              {fractions[index] === 1 ? <IconCheck size={16} aria-label="Sent" /> : formatSize(file.size)}
            </Text>
          </li>
        ))}
      </ul>
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {describe(pace)}
        </Text>
        <Button variant="default" size="xs" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </Stack>
  );
}

function describe({ fraction, speed, secondsLeft }: Pace): string {
  if (fraction >= 1) return 'Finishing…';
  if (speed === null || secondsLeft === null) return 'Starting…';
  return `${formatSize(speed)}/s · ${formatDuration(secondsLeft)} left`;
}
