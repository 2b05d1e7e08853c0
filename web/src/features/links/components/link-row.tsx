import { ActionIcon, Badge, Button, Group, Stack, Text, Tooltip } from '@mantine/core';
import { IconCopy, IconPencil, IconQrcode, IconTrash } from '@tabler/icons-react';
import { type LinkView, type PlanId, uiMessages } from '@waybill/contracts';
import { type ReactNode, useState } from 'react';
import { sentenceOf } from '../../../lib/api/api-error.js';
import { copyText } from '../../../lib/clipboard.js';
import { formatDate } from '../../../lib/format/date.js';
import { showFailureToast, showSuccessToast } from '../../../lib/toast.js';
import { timings } from '../../../lib/timings.js';
import { QrCode } from '../../../components/qr-code/qr-code.js';
import { type LinkedTarget, useChangeLinkMutation, useRevokeLinkMutation } from '../links.api.js';
import { LinkForm } from './link-form.js';

/** One link: what it allows, how often it was opened, and what can be done with it. */
export function LinkRow({
  link,
  target,
  plan,
  onGated,
}: {
  link: LinkView;
  target: LinkedTarget;
  plan: PlanId;
  /** The link was given a gate or a limit. */
  onGated: () => void;
}) {
  const [change, { isLoading: isChanging }] = useChangeLinkMutation();
  const [revoke, { isLoading: isRevoking }] = useRevokeLinkMutation();
  const [isSure, setIsSure] = useState(false);
  const [isEditing, setIsEditing] = useState(false);
  const [showsQr, setShowsQr] = useState(false);
  const name = nameOf(link);

  async function copy() {
    try {
      await copyText(link.url);
      showSuccessToast('Link copied', timings.copiedToast);
    } catch {
      showFailureToast(uiMessages.copyFailed);
    }
  }

  async function toggle() {
    const { error } = await change({ id: link.id, settings: { isActive: !link.isActive } });
    if (error) showFailureToast(sentenceOf(error, 'The link could not be changed'));
  }

  async function end() {
    const { error } = await revoke(link.id);
    if (error) showFailureToast(sentenceOf(error, 'The link could not be revoked'));
  }

  return (
    <Stack
      component="li"
      gap="xs"
      py="sm"
      style={{ borderTop: '1px solid var(--mantine-color-default-border)' }}
    >
      <Group justify="space-between" gap="sm" align="flex-start">
        <LinkSummary link={link} />
        <Group gap={6}>
          <IconButton
            label="Copy link"
            name={name}
            icon={<IconCopy size={17} />}
            onClick={() => void copy()}
          />
          <IconButton
            label="QR code"
            name={name}
            icon={<IconQrcode size={17} />}
            isExpanded={showsQr}
            onClick={() => setShowsQr(!showsQr)}
          />
          {!link.isFirst && (
            <IconButton
              label="Edit"
              name={name}
              icon={<IconPencil size={17} />}
              isExpanded={isEditing}
              onClick={() => setIsEditing(!isEditing)}
            />
          )}
          <Button size="sm" variant="default" loading={isChanging} onClick={() => void toggle()}>
            {link.isActive ? 'Switch off' : 'Switch on'}
          </Button>
          {!link.isFirst && !isSure && (
            <IconButton
              label="Revoke"
              name={name}
              icon={<IconTrash size={17} />}
              onClick={() => setIsSure(true)}
            />
          )}
        </Group>
      </Group>
      {isSure && (
        <Group gap="xs">
          <Text size="sm">Nobody can open this link again.</Text>
          <Button size="sm" color="red" loading={isRevoking} onClick={() => void end()}>
            Revoke
          </Button>
          <Button size="sm" variant="default" onClick={() => setIsSure(false)}>
            Keep
          </Button>
        </Group>
      )}
      {isEditing && (
        <LinkForm
          target={target}
          link={link}
          plan={plan}
          onCancel={() => setIsEditing(false)}
          onDone={(isGated) => {
            setIsEditing(false);
            if (isGated) onGated();
          }}
        />
      )}
      {showsQr && <QrCode fileId={link.id} />}
    </Stack>
  );
}

/** Name, address, gates and counts of a link. */
function LinkSummary({ link }: { link: LinkView }) {
  return (
    <Stack gap={4} flex="1 1 220px" style={{ minWidth: 0 }}>
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {nameOf(link)}
      </Text>
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {link.url}
      </Text>
      <Group gap={6}>
        {!link.isActive && <Badge color="gray">Switched off</Badge>}
        {badgesOf(link).map((text) => (
          <Badge key={text} variant="light">
            {text}
          </Badge>
        ))}
      </Group>
      <Text size="sm">{countsOf(link)}</Text>
    </Stack>
  );
}

/** Button with an icon, its label in a tooltip. `name`: the link, for screen readers. */
function IconButton({
  label,
  name,
  icon,
  isExpanded,
  onClick,
}: {
  label: string;
  name: string;
  icon: ReactNode;
  isExpanded?: boolean;
  onClick: () => void;
}) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={`${label}: ${name}`}
        aria-expanded={isExpanded}
        onClick={onClick}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}

function nameOf({ name, slug, isFirst }: LinkView): string {
  return name ?? (isFirst ? 'First link' : slug);
}

function badgesOf(link: LinkView): string[] {
  return [
    ...(link.isPasswordProtected ? ['Password'] : []),
    ...(link.verifyEmail ? ['Proven email'] : link.requireEmail ? ['Email'] : []),
    ...(link.allowDownload ? [] : ['View only']),
    ...(link.deleteAt !== null && !link.isFirst ? [`Until ${formatDate(link.deleteAt)}`] : []),
    ...(link.downloadLimit !== null && link.downloads >= link.downloadLimit ? ['Used up'] : []),
  ];
}

function countsOf({ viewCount, downloads, downloadLimit, isFirst }: LinkView): string {
  const views = `${viewCount} ${viewCount === 1 ? 'view' : 'views'}`;
  if (isFirst) return views;
  const limit = downloadLimit === null ? '' : ` of ${downloadLimit}`;
  return `${views} · ${downloads}${limit} ${downloads === 1 && limit === '' ? 'download' : 'downloads'}`;
}
