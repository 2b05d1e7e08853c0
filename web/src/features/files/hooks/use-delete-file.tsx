import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { type FileView, uiMessages } from '@waybill/contracts';
import { sentenceOf } from '../../../lib/api/api-error.js';
import { tellFailure, tellSuccess } from '../../../lib/notify.js';
import { timings } from '../../../lib/timings.js';
import { useDeleteFileMutation } from '../files.api.js';

/** Asks first, then deletes (spec §4). */
export function useDeleteFile(file: FileView): () => void {
  const [deleteFile] = useDeleteFileMutation();

  async function remove() {
    const { error } = await deleteFile(file.id);
    if (error) tellFailure(sentenceOf(error, uiMessages.fileDeleteFailed));
    else tellSuccess('File deleted', timings.fileToast);
  }

  return () =>
    modals.openConfirmModal({
      title: 'Delete this file?',
      children: (
        <Text size="sm">“{file.originalName}” and its link will be gone at once. This cannot be undone.</Text>
      ),
      labels: { confirm: 'Delete file', cancel: 'Keep it' },
      confirmProps: { color: 'red' },
      onConfirm: () => void remove(),
    });
}
