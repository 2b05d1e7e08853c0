import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import type { LinkView } from '@waybill/contracts';
import type { ReactNode } from 'react';
import { sentenceOf } from '../../../lib/api/api-error.js';
import { copyWithToast } from '../../../lib/clipboard.js';
import { showFailureToast } from '../../../lib/toast.js';
import { nameOf } from '../link-name.js';
import { useChangeLinkMutation } from '../links.api.js';

/** Button with an icon, its label in a tooltip and, for screen readers, with the name of the link. */
export function LinkIconButton({
  link,
  label,
  icon,
  isExpanded,
  onClick,
}: {
  link: LinkView;
  label: string;
  icon: ReactNode;
  isExpanded?: boolean;
  onClick: () => void;
}) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={`${label}: ${nameOf(link)}`}
        aria-expanded={isExpanded}
        onClick={onClick}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}

export function CopyLinkButton({ link }: { link: LinkView }) {
  return (
    <LinkIconButton
      link={link}
      label="Copy link"
      icon={<IconCopy size={17} />}
      onClick={() => void copyWithToast(link.url, 'Link copied')}
    />
  );
}

/** Switches a link off and on. */
export function LinkSwitch({ link }: { link: LinkView }) {
  const [change, { isLoading }] = useChangeLinkMutation();

  async function toggle() {
    const { error } = await change({ id: link.id, settings: { isActive: !link.isActive } });
    if (error) showFailureToast(sentenceOf(error, 'The link could not be changed'));
  }

  return (
    <Button size="sm" variant="default" loading={isLoading} onClick={() => void toggle()}>
      {link.isActive ? 'Switch off' : 'Switch on'}
    </Button>
  );
}
