import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import type { LinkView } from '@waybill/contracts';
import { ToolButton } from '../../../components/ui/tool-button.js';
import { sentenceOf } from '../../../lib/api/api-error.js';
import { copyWithToast } from '../../../lib/clipboard.js';
import { showFailureToast } from '../../../lib/toast.js';
import { linkNameOf } from '../link-name.js';
import { useChangeLinkMutation } from '../links.api.js';

export function CopyLinkButton({ link }: { link: LinkView }) {
  return (
    <ToolButton
      subject={linkNameOf(link)}
      label="Copy link"
      icon={<IconCopy size={17} />}
      onClick={() => void copyWithToast(link.url, 'Link copied')}
    />
  );
}

/** Switches a link off and on. `onFirstOff` runs after the first link was switched off. */
export function LinkSwitch({ link, onFirstOff }: { link: LinkView; onFirstOff?: (() => void) | undefined }) {
  const [change, { isLoading }] = useChangeLinkMutation();

  async function toggle() {
    const { error } = await change({ id: link.id, settings: { isActive: !link.isActive } });
    if (error) showFailureToast(sentenceOf(error, 'The link could not be changed'));
    else if (link.isFirst && link.isActive) onFirstOff?.();
  }

  return (
    <Button size="sm" variant="default" loading={isLoading} onClick={() => void toggle()}>
      {link.isActive ? 'Switch off' : 'Switch on'}
    </Button>
  );
}
