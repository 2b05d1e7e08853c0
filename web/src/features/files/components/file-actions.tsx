import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import {
  IconChartBar,
  IconCode,
  IconExternalLink,
  IconPencil,
  IconShare,
  IconTrash,
} from '@tabler/icons-react';
import type { FileView, PlanId, Received } from '@waybill/contracts';
import { useState } from 'react';
import { ButtonLink } from '../../../components/ui/button-link.js';
import { showSuccessToast } from '../../../lib/toast.js';
import { paths } from '../../../lib/paths.js';
import { timings } from '../../../lib/timings.js';
import { useDeleteFile } from '../hooks/use-delete-file.js';
import { FileSettingsForm } from './file-settings-form.js';
import type { FilePanels } from './file-panels.js';

type Panel = 'share' | 'embed' | 'edit';
type Deletion = ReturnType<typeof useDeleteFile>;
const titles: Record<Panel, string> = { share: 'Share', embed: 'Embed', edit: 'Edit' };

/** View, Share, Embed, Analytics, Edit and Delete (spec §2). */
export function FileActions({ file, plan, panels }: { file: FileView; plan: PlanId; panels: FilePanels }) {
  const [panel, setPanel] = useState<Panel | null>(null);
  const [shown, setShown] = useState<Panel>('share');
  const onDialog = (isOpen: boolean) => panels.onDialog(isOpen ? file : null);
  const deletion = useDeleteFile(file, onDialog);
  const close = () => {
    setPanel(null);
    onDialog(false);
  };
  const open = (next: Panel) => {
    setShown(next);
    setPanel(next);
    onDialog(true);
  };
  const looks = { variant: 'default', size: 'sm' } as const;

  if (file.takenDown || file.scanState === 'infected' || file.contentMissingSince) {
    return <Withheld file={file} deletion={deletion} />;
  }
  return (
    <>
      {file.received && <Origin received={file.received} />}
      <Group gap="xs">
        <ButtonLink to={paths.view(file.id)} leftSection={<IconExternalLink size={16} />} {...looks}>
          View
        </ButtonLink>
        <Button leftSection={<IconShare size={16} />} onClick={() => open('share')} {...looks}>
          Share
        </Button>
        <Button leftSection={<IconCode size={16} />} onClick={() => open('embed')} {...looks}>
          Embed
        </Button>
        <ButtonLink to={paths.analytics(file.id)} leftSection={<IconChartBar size={16} />} {...looks}>
          Analytics
        </ButtonLink>
        <Button leftSection={<IconPencil size={16} />} onClick={() => open('edit')} {...looks}>
          Edit
        </Button>
        <DeleteButton {...deletion} />
      </Group>
      <Modal
        opened={panel !== null}
        onClose={close}
        title={`${titles[shown]} “${file.originalName}”`}
        size="lg"
      >
        {shown === 'share' && panels.share(file)}
        {shown === 'embed' && panels.embed(file)}
        {shown === 'edit' && (
          <FileSettingsForm
            file={file}
            plan={plan}
            flow="edit"
            onCancel={close}
            onSaved={() => {
              close();
              showSuccessToast('File updated', timings.fileToast);
            }}
          />
        )}
      </Modal>
    </>
  );
}

/** Sender of the file, and its file request. */
function Origin({ received: { title, senderName, senderEmail } }: { received: Received }) {
  const sender = [senderName, senderEmail].filter((name) => name !== null).join(', ');
  return (
    <Text size="sm" mb="sm" style={{ overflowWrap: 'anywhere' }}>
      {sender === '' ? 'Somebody' : sender} sent this file to “{title}”. Only you can open it until you make a
      link or switch its first link on.
    </Text>
  );
}

function whyWithheld({ takenDown, scanState }: FileView): string {
  if (takenDown) {
    return `An administrator took this file down, and nobody can open it. The reason: ${takenDown.reason}`;
  }
  return scanState === 'infected'
    ? 'The virus scan found malware in this file, and nobody can open it.'
    : 'The content of this file is missing on the server, and nobody can open it. The operator has been informed. If you still have the file, please send it again.';
}

/** Reason why the file is closed to everyone. Its owner can still delete it. */
function Withheld({ file, deletion }: { file: FileView; deletion: Deletion }) {
  return (
    <Stack gap="sm" align="flex-start">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {whyWithheld(file)}
      </Text>
      <DeleteButton {...deletion} />
    </Stack>
  );
}

function DeleteButton({ ask, isDeleting }: Deletion) {
  return (
    <Button
      leftSection={<IconTrash size={16} />}
      loading={isDeleting}
      onClick={ask}
      size="sm"
      variant="light"
      color="red"
    >
      Delete
    </Button>
  );
}
