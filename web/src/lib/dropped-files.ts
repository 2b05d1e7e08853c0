/** A dropped file. `relativePath`: its path in the dropped folder, like `webkitRelativePath` of the folder chooser. */
export type DroppedFile = File & { readonly relativePath?: string };

/** Reads dropped files, those in folders included. Call it in the event handler: browsers clear the data after it. */
export async function droppedFiles({ items, files }: DataTransfer): Promise<readonly DroppedFile[]> {
  const sources = [...items].filter(({ kind }) => kind === 'file').map(sourceOf);
  if (sources.length === 0) return [...files];
  return (await Promise.all(sources.map(filesOf))).flat();
}

type Source = FileSystemEntry | File | null;

function sourceOf(item: DataTransferItem): Source {
  // `webkitGetAsEntry` is missing in some environments, although its type excludes that.
  const entry = (item as Partial<DataTransferItem>).webkitGetAsEntry?.call(item) ?? null;
  // Read a single file without its entry, because Chromium cannot read entries in some sandboxes.
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

/** Reads all entries of a folder. A reader returns them in batches (100 in Chromium), and ends with an empty batch. */
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
