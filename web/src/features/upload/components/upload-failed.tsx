import { Button, Group, Stack } from '@mantine/core';
import { Notice } from '../../../components/ui/notice.js';
import { IconPackageOff } from '@tabler/icons-react';
import classes from './upload-box.module.css';

/** An upload that stopped: why, and both ways on. */
export function UploadFailed({
  message,
  onRetry,
  onCancel,
}: {
  message: string;
  onRetry: () => void;
  onCancel: () => void;
}) {
  return (
    <Stack className={classes.panel} role="alert">
      <Notice
        icon={IconPackageOff}
        title={message}
        heading={3}
        actions={
          <Group justify="center">
            <Button onClick={onRetry}>Try again</Button>
            <Button variant="default" onClick={onCancel}>
              Choose other files
            </Button>
          </Group>
        }
      />
    </Stack>
  );
}
