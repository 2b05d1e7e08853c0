import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconCopy, IconPencil, IconQrcode, IconTrash } from '@tabler/icons-react';
import type { FileRequestView, FileView, PlanId } from '@waybill/contracts';
import { useRef, useState } from 'react';
import { DrawnQrCode } from '../../../components/qr-code/drawn-qr-code.js';
import { RemovalQuestion } from '../../../components/ui/removal-question.js';
import { ToolButton } from '../../../components/ui/tool-button.js';
import { sentenceOf } from '../../../lib/api/api-error.js';
import { copyWithToast } from '../../../lib/clipboard.js';
import { formatDateTime } from '../../../lib/format/date.js';
import { passFocusToList } from '../../../lib/pass-focus.js';
import { showFailureToast } from '../../../lib/toast.js';
import { useChangeFileRequestMutation, useDeleteFileRequestMutation } from '../file-requests.api.js';
import { ReceivedFiles } from './received-files.js';
import { RequestForm } from './request-form.js';

const states = {
  open: { label: 'Open', color: 'harbor' },
  closed: { label: 'Closed', color: 'gray' },
  full: { label: 'Full', color: 'gray' },
  expired: { label: 'Expired', color: 'gray' },
} as const;

type Panel = 'none' | 'qr' | 'edit' | 'delete';

/** One file request: its link, its state, what arrived, and what can be done with it. */
export function RequestRow({
  request,
  received,
  plan,
}: {
  request: FileRequestView;
  received: readonly FileView[];
  plan: PlanId;
}) {
  const [change, { isLoading: isChanging }] = useChangeFileRequestMutation();
  const [panel, setPanel] = useState<Panel>('none');
  const { title, url, deleteAt } = request;
  const editButton = useRef<HTMLButtonElement>(null);
  const deleteButton = useRef<HTMLButtonElement>(null);
  const close = () => {
    setPanel('none');
    (panel === 'edit' ? editButton : deleteButton).current?.focus();
  };
  const toggle = (next: Panel) => setPanel(panel === next ? 'none' : next);
  const state = states[request.state];

  async function switchOver() {
    const { error } = await change({ id: request.id, settings: { isActive: !request.isActive } });
    if (error) showFailureToast(sentenceOf(error, 'The file request could not be changed'));
  }

  return (
    <Paper component="li" ref={passFocusToList} p={{ base: 'md', sm: 'lg' }} aria-label={title}>
      <Stack gap="sm">
        <Group justify="space-between" gap="sm" align="flex-start">
          <Stack gap={4} flex="1 1 240px" style={{ minWidth: 0 }}>
            <Title order={2} fz="h3" style={{ overflowWrap: 'anywhere' }}>
              {title}
            </Title>
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {url}
            </Text>
            <Group gap={6}>
              <Badge color={state.color}>{state.label}</Badge>
              {request.isPasswordProtected && <Badge variant="light">Password</Badge>}
              {deleteAt !== null && <Badge variant="light">Until {formatDateTime(deleteAt)}</Badge>}
            </Group>
            <Text size="sm">
              {request.filesReceived.toLocaleString()} of {request.maxFiles.toLocaleString()} files received
            </Text>
          </Stack>
          <Group gap={6}>
            <ToolButton
              label="Copy link"
              subject={title}
              icon={<IconCopy size={17} />}
              onClick={() => void copyWithToast(url, 'Link copied')}
            />
            <ToolButton
              label="QR code"
              subject={title}
              icon={<IconQrcode size={17} />}
              isExpanded={panel === 'qr'}
              onClick={() => toggle('qr')}
            />
            <ToolButton
              label="Edit"
              ref={editButton}
              subject={title}
              icon={<IconPencil size={17} />}
              isExpanded={panel === 'edit'}
              onClick={() => toggle('edit')}
            />
            {request.state !== 'expired' && (
              <Button size="sm" variant="default" loading={isChanging} onClick={() => void switchOver()}>
                {request.isActive ? 'Close' : 'Open again'}
              </Button>
            )}
            <ToolButton
              label="Delete"
              ref={deleteButton}
              subject={title}
              icon={<IconTrash size={17} />}
              isExpanded={panel === 'delete'}
              onClick={() => toggle('delete')}
            />
          </Group>
        </Group>
        {panel === 'qr' && <DrawnQrCode text={url} label={`QR code of ${title}`} />}
        {panel === 'edit' && <RequestForm request={request} plan={plan} onDone={close} onCancel={close} />}
        {panel === 'delete' && <Deletion request={request} onKeep={close} />}
        <ReceivedFiles files={received} />
      </Stack>
    </Paper>
  );
}

function Deletion({ request, onKeep }: { request: FileRequestView; onKeep: () => void }) {
  const [remove, { isLoading }] = useDeleteFileRequestMutation();

  async function end() {
    const { error } = await remove(request.id);
    if (error) showFailureToast(sentenceOf(error, 'The file request could not be deleted'));
  }

  return (
    <RemovalQuestion
      question="Nobody can send files to it again. Files that arrived stay."
      button="Delete"
      isBusy={isLoading}
      onConfirm={() => void end()}
      onKeep={onKeep}
    />
  );
}
