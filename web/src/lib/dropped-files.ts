/** A file of a dropped folder knows its path there, like one of the chooser of folders does. */
export type DroppedFile = File & { readonly relativePath?: string };

/** Reads the files of a drop, those in folders included. Call it in the event: browsers empty its data after that. */
export async function droppedFiles({ items, files }: DataTransfer): Promise<readonly DroppedFile[]> {
  const sources = [...items].filter(({ kind }) => kind === 'file').map(sourceOf);
  if (sources.length === 0) return [...files];
  return (await Promise.all(sources.map(filesOf))).flat();
}

type Source = FileSystemEntry | File | null;

function sourceOf(item: DataTransferItem): Source {
  // Not in every environment, though its type says so.
  const entry = (item as Partial<DataTransferItem>).webkitGetAsEntry?.call(item) ?? null;
  // A lone file needs no entry, which Chromium cannot read in some sandboxes.
  return entry?.isDirectory ? entry : item.getAsFile();
}

async function filesOf(source: Source): Promise<readonly DroppedFile[]> {
  if (source === null) return [];
  if (source instanceof File) return [source];
  if (isDirectory(source)) {
    const entries = await entriesOf(source.createReader());
    return (await Promise.all(entries.map(filesOf))).flat();
  }
  const file = await new Promise<File>((resolve, reject) =>
    (source as FileSystemFileEntry).file(resolve, reject),
  );
  return [Object.defineProperty(file, 'relativePath', { value: source.fullPath })];
}

function isDirectory(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

/** A reader gives its entries in batches, Chromium 100 each, and ends with an empty one. */
async function entriesOf(reader: FileSystemDirectoryReader): Promise<readonly FileSystemEntry[]> {
  const all: FileSystemEntry[] = [];
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (batch.length === 0) return all;
    all.push(...batch);
  }
}
