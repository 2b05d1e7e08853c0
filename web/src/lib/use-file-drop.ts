import { type DragEvent, useEffect, useRef, useState } from 'react';
import { type DroppedFile, droppedFiles } from './dropped-files.js';
import { showFailureToast } from './toast.js';

/** A part is not sent: nobody would notice what is missing. */
const UNREADABLE = 'What you dropped could not be read. Please choose the files instead.';

/**
 * Handlers of an element that takes dropped files and folders. While it is shown, a file that is dropped on it or
 * beside it does not make the browser leave the page.
 */
export function useFileDrop(onFiles: (files: readonly DroppedFile[]) => void) {
  const [isOver, setOver] = useState(false);
  /** Number of entered minus left elements: the browser also fires these events for every child of the zone. */
  const depth = useRef(0);

  useEffect(() => {
    const stay = (event: globalThis.DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    };
    document.addEventListener('dragover', stay);
    document.addEventListener('drop', stay);
    return () => {
      document.removeEventListener('dragover', stay);
      document.removeEventListener('drop', stay);
    };
  }, []);

  const move = (step: number) => (event: DragEvent) => {
    if (!hasFiles(event)) return;
    depth.current = Math.max(0, depth.current + step);
    setOver(depth.current > 0);
  };
  const onDrop = (event: DragEvent) => {
    depth.current = 0;
    setOver(false);
    if (hasFiles(event))
      void droppedFiles(event.dataTransfer).then(onFiles, () => showFailureToast(UNREADABLE));
  };
  const onDragOver = (event: DragEvent) => {
    if (hasFiles(event)) event.dataTransfer.dropEffect = 'copy';
  };
  return { isOver, zone: { onDragEnter: move(1), onDragLeave: move(-1), onDragOver, onDrop } };
}

/** False for dragged text, which a field can take. */
function hasFiles({ dataTransfer }: { readonly dataTransfer: DataTransfer | null }) {
  return dataTransfer?.types.includes('Files');
}
