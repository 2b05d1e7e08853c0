import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { type FileView, uiMessages } from '@waybill/contracts';
import { sentenceOf } from '../../../lib/api/api-error.js';
import { showFailureToast, showSuccessToast } from '../../../lib/toast.js';
import { timings } from '../../../lib/timings.js';
import { useDeleteFileMutation } from '../file-changes.api.js';

/** Deletes a file after a confirmation (spec §4). `onDialog`: called as the question opens and closes. */
export function useDeleteFile(file: FileView, onDialog: (isOpen: boolean) => void) {
  const [deleteFile, { isLoading: isDeleting }] = useDeleteFileMutation();

  async function remove(opener: Element | null) {
    const { activeElement: pressed } = document;
    const { error } = await deleteFile(file.id);
    // A fast answer comes before the closed dialog returns the focus, and then the row could not pass it on.
    const { activeElement: active, body } = document;
    const isInDialog = active === body || active === pressed;
    if (isInDialog && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    if (error) showFailureToast(sentenceOf(error, uiMessages.fileDeleteFailed));
    else showSuccessToast('File deleted', timings.fileToast);
  }

  const ask = () => {
    const { activeElement: opener } = document;
    onDialog(true);
    modals.openConfirmModal({
      title: 'Delete this file?',
      children: (
        <Text size="sm">“{file.originalName}” and its link will be gone at once. This cannot be undone.</Text>
      ),
      labels: { confirm: 'Delete file', cancel: 'Keep it' },
      confirmProps: { color: 'red' },
      onConfirm: () => void remove(opener),
      onClose: () => onDialog(false),
    });
  };
  return { ask, isDeleting };
}
