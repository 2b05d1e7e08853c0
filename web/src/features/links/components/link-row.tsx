import { Group, Stack } from '@mantine/core';
import { IconPencil, IconQrcode, IconTrash } from '@tabler/icons-react';
import type { LinkView, PlanId } from '@waybill/contracts';
import { useRef, useState } from 'react';
import { QrCode } from '../../../components/qr-code/qr-code.js';
import { ToolButton } from '../../../components/ui/tool-button.js';
import { passFocusToList } from '../../../lib/pass-focus.js';
import { linkNameOf } from '../link-name.js';
import type { LinkedTarget } from '../links.api.js';
import { CopyLinkButton, LinkSwitch } from './link-buttons.js';
import { LinkForm } from './link-form.js';
import { LinkRevocation } from './link-revocation.js';
import { LinkSummary } from './link-summary.js';

/** One link with its buttons, and below it the panels that they open. */
export function LinkRow({
  link,
  target,
  plan,
  hasAccount,
  onGated,
  onFirstOff,
}: {
  link: LinkView;
  target: LinkedTarget;
  plan: PlanId;
  hasAccount: boolean;
  /** Runs after a gate or a limit of the link was set. */
  onGated: () => void;
  /** Runs after the first link was switched off. */
  onFirstOff?: (() => void) | undefined;
}) {
  // False once the owner kept the link.
  const [isRevoking, setIsRevoking] = useState<boolean>();
  const [isEditing, setIsEditing] = useState(false);
  const [showsQr, setShowsQr] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const name = linkNameOf(link);
  const closeForm = () => {
    setIsEditing(false);
    editButton.current?.focus();
  };

  return (
    <Stack
      component="li"
      ref={passFocusToList}
      gap="xs"
      py="sm"
      style={{ borderTop: '1px solid var(--mantine-color-default-border)' }}
    >
      <Group justify="space-between" gap="sm" align="flex-start">
        <LinkSummary link={link} />
        <Group gap={6}>
          <CopyLinkButton link={link} />
          <ToolButton
            subject={name}
            label="QR code"
            icon={<IconQrcode size={17} />}
            isExpanded={showsQr}
            onClick={() => setShowsQr(!showsQr)}
          />
          <ToolButton
            subject={name}
            label="Edit"
            ref={editButton}
            icon={<IconPencil size={17} />}
            isExpanded={isEditing}
            onClick={() => setIsEditing(!isEditing)}
          />
          <LinkSwitch link={link} onFirstOff={onFirstOff} />
          {!link.isFirst && !isRevoking && (
            <ToolButton
              subject={name}
              label="Revoke"
              icon={<IconTrash size={17} />}
              autoFocus={isRevoking === false}
              onClick={() => setIsRevoking(true)}
            />
          )}
        </Group>
      </Group>
      {isRevoking && <LinkRevocation link={link} onKeep={() => setIsRevoking(false)} />}
      {isEditing && (
        <LinkForm
          target={target}
          link={link}
          plan={plan}
          hasAccount={hasAccount}
          onCancel={closeForm}
          onDone={(isGated) => {
            closeForm();
            if (isGated) onGated();
          }}
        />
      )}
      {showsQr && <QrCode key={link.url} fileId={link.id} slug={link.slug} />}
    </Stack>
  );
}
