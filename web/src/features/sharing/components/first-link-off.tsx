import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconLinkOff } from '@tabler/icons-react';
import { sentenceOf } from '../../../lib/api/api-error.js';
import { showFailureToast, showSuccessToast } from '../../../lib/toast.js';
import { timings } from '../../../lib/timings.js';
import { useSwitchFirstLinkOnMutation } from '../sharing.api.js';

/** Replaces a share panel while the first link is switched off. Has a button that switches it on. */
export function FirstLinkOff({ fileId, children }: { fileId: string; children: string }) {
  const [switchOn, { isLoading }] = useSwitchFirstLinkOnMutation();

  async function change() {
    const { error } = await switchOn(fileId);
    if (error) showFailureToast(sentenceOf(error, 'The link could not be changed'));
    else showSuccessToast('The first link is switched on', timings.fileToast);
  }

  return (
    <Alert color="gray" icon={<IconLinkOff />} title="The first link is switched off">
      <Stack gap="sm">
        <Text size="sm">{children}</Text>
        <Group>
          <Button size="sm" variant="default" loading={isLoading} onClick={() => void change()}>
            Switch it on
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
