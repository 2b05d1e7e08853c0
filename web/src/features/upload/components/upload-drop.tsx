import type { ReactNode } from 'react';
import { useFileDrop } from '../../../lib/use-file-drop.js';

/** Accepts more files beside an upload or its links. Without it the browser would open a dropped file in this tab. */
export function UploadDrop({
  onFiles,
  children,
}: {
  onFiles: (files: readonly File[]) => void;
  children: ReactNode;
}) {
  const { zone } = useFileDrop(onFiles);
  return <div {...zone}>{children}</div>;
}
