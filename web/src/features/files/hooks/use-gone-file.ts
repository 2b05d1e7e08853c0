import { modals } from '@mantine/modals';
import type { FileView } from '@waybill/contracts';
import { useEffect, useRef } from 'react';
import { showFailureToast } from '../../../lib/toast.js';

/**
 * Says so when a file of the list goes while a dialog of it is open, because the dialog goes with it. Passes the focus
 * to the closest element with `tabIndex={-1}` around the list. Returns the ref of the list, and a function that takes
 * the file whose dialog opens, and null as it closes.
 */
export function useGoneFile<T extends HTMLElement = HTMLDivElement>(files: readonly FileView[]) {
  const list = useRef<T>(null);
  const inDialog = useRef<FileView | null>(null);
  useEffect(() => {
    const file = inDialog.current;
    if (!file || files.some(({ id }) => id === file.id)) return;
    inDialog.current = null;
    modals.closeAll();
    list.current?.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true });
    showFailureToast(`“${file.originalName}” was deleted or has expired.`);
  }, [files]);
  const onDialog = (file: FileView | null) => {
    inDialog.current = file;
  };
  return [list, onDialog] as const;
}
