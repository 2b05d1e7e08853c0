import type { ReactNode } from 'react';
import { useFileDrop } from '../../../lib/use-file-drop.js';

/** Accepts more files beside an upload or its links. Without, the browser would leave the page to open a dropped file. */
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
