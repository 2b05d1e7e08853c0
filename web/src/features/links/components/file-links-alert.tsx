import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { sentenceOf } from '../../../lib/api/api-error.js';
import { cannotBeOpened } from '../../../lib/api/cannot-be-opened.js';
import { passFocusToList } from '../../../lib/pass-focus.js';
import { showFailureToast, showSuccessToast } from '../../../lib/toast.js';
import { timings } from '../../../lib/timings.js';
import { useChangeLinkMutation } from '../links.api.js';

/** Offers to switch off the first links of a bundle's files, after that of the bundle was switched off. */
export function FileLinksAlert({ fileIds, onDone }: { fileIds: readonly string[]; onDone: () => void }) {
  const [change] = useChangeLinkMutation();
  const [isBusy, setBusy] = useState(false);

  async function switchOff() {
    setBusy(true);
    let failure: unknown;
    for (const id of fileIds) {
      const { error } = await change({ id, settings: { isActive: false } });
      if (error && !cannotBeOpened(error)) failure ??= error;
    }
    if (failure !== undefined) {
      showFailureToast(sentenceOf(failure, 'The links could not be changed'));
      setBusy(false);
      return;
    }
    showSuccessToast('The links of the files are switched off', timings.fileToast);
    onDone();
  }

  return (
    <Alert ref={passFocusToList} title="Switch the links of the files off, too?" variant="light">
      <Stack gap="sm">
        <Text size="sm">
          Each file has an address of its own, which still opens it for everyone who knows it. With these off,
          the files open through links of this bundle only.
        </Text>
        <Group gap="xs">
          <Button size="sm" loading={isBusy} onClick={() => void switchOff()}>
            Switch them off
          </Button>
          <Button size="sm" variant="default" disabled={isBusy} onClick={onDone}>
            Keep them on
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
