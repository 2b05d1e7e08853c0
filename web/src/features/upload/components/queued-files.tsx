import { useCallback, useMemo, useRef } from 'react';
import type { QueuedFile } from '../transfer-queue.js';
import type { FileControls } from '../upload-controls.js';
import { UploadedFile } from './uploaded-file.js';
import classes from './upload-box.module.css';

/** Files of a queue, with their progress. */
export function QueuedFiles({
  items,
  controls,
  onRetry,
}: {
  items: readonly QueuedFile[];
  controls: Omit<FileControls, 'retry'>;
  onRetry: (key: number) => void;
}) {
  const list = useRef<HTMLUListElement>(null);
  const rowControls = useMemo(() => ({ ...controls, retry: onRetry }), [controls, onRetry]);
  const remove = useCallback(
    (key: number) => {
      controls.remove(key);
      // The focused button disappeared with its row: move the focus to the list.
      list.current?.focus();
    },
    [controls],
  );
  if (items.length === 0) return null;
  return (
    <ul className={classes.files} aria-label="Files being sent" ref={list} tabIndex={-1}>
      {items.map((item) => (
        <UploadedFile key={item.key} item={item} controls={rowControls} onRemove={remove} isSaid={false} />
      ))}
    </ul>
  );
}
