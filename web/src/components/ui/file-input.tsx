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
    // Without the reset, choosing the same files again would not fire `change`.
    target.value = '';
    // Report an empty folder, so that the page can show a message. Otherwise, no files mean a cancelled chooser.
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
