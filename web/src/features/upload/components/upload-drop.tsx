import type { ReactNode } from 'react';
import { useDropzone } from 'react-dropzone';

/** Accepts more files while an upload runs. Without, the browser would leave the page to open a dropped file. */
export function UploadDrop({
  onFiles,
  children,
}: {
  onFiles: (files: readonly File[]) => void;
  children: ReactNode;
}) {
  const { getRootProps } = useDropzone({ onDrop: onFiles, noClick: true, noKeyboard: true });
  return (
    <div {...getRootProps({ role: undefined, tabIndex: -1, style: { outline: 'none' } })}>{children}</div>
  );
}
