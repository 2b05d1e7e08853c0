import type { ChangeEvent, Ref } from 'react';

/** Hidden chooser of files, or of a folder. Open it with `click` of its ref. */
export function FileInput({
  ref,
  label,
  onFiles,
  isFolder = false,
}: {
  ref: Ref<HTMLInputElement>;
  label: string;
  onFiles: (files: readonly File[]) => void;
  isFolder?: boolean;
}) {
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])];
    // The same files can be chosen again.
    target.value = '';
    // A folder can be empty, which the pages say. A chooser of files gives none when it is cancelled.
    if (files.length > 0 || isFolder) onFiles(files);
  };
  return (
    <input
      ref={ref}
      type="file"
      multiple
      hidden
      tabIndex={-1}
      aria-label={label}
      onClick={(event) => event.stopPropagation()}
      onChange={take}
      {...(isFolder && { webkitdirectory: '' })}
    />
  );
}
