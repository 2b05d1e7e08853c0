import { Button, Group, Text } from '@mantine/core';
import type { LinkView } from '@waybill/contracts';
import { useId } from 'react';
import { sentenceOf } from '../../../lib/api/api-error.js';
import { showFailureToast } from '../../../lib/toast.js';
import { useRevokeLinkMutation } from '../links.api.js';

/** Asks before it revokes a link. */
export function LinkRevocation({ link, onKeep }: { link: LinkView; onKeep: () => void }) {
  const question = useId();
  const [revoke, { isLoading }] = useRevokeLinkMutation();

  async function confirm() {
    const { error } = await revoke(link.id);
    if (error) showFailureToast(sentenceOf(error, 'The link could not be revoked'));
  }

  return (
    <Group gap="xs" role="group" aria-labelledby={question}>
      <Text size="sm" id={question}>
        Nobody can open this link again.
      </Text>
      <Button size="sm" color="red" loading={isLoading} onClick={() => void confirm()}>
        Revoke
      </Button>
      <Button size="sm" variant="default" autoFocus onClick={onKeep}>
        Keep
      </Button>
    </Group>
  );
}
