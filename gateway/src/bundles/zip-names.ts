/** Names of devices on Windows, with any extension. */
const device = /^(?:con|prn|aux|nul|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])(?=$|[ .])/i;

/** Text without ı, which folds to itself although its upper case is that of i. */
const foldable = /[^\u0131]+/g;

/** Characters that Windows allows in no name. */
const forbidden = /[<>:"|?*]/g;

/**
 * Renames the parts of a path that Windows does not allow, takes for a device, or whose final dots and spaces it drops.
 */
function safeOnWindows(path: string): string {
  return path
    .split('/')
    .map(
      (part) =>
        part
          .replace(forbidden, '_')
          .replace(/[. ]+$/, '')
          .replace(device, '_$&') || part,
    )
    .join('/');
}

/** Inserts a number before the extension: `report.pdf` becomes `report (2).pdf`. */
function numbered(path: string, number: number): string {
  const [, stem = path, extension = ''] = /^(.*[^/])(\.[^./]{1,24})$/s.exec(path) ?? [];
  return `${stem} (${number})${extension}`;
}

/** Key that is equal for paths of the same file on a system that ignores case and Unicode normalisation. */
function fold(path: string): string {
  // JavaScript has no case folding. Lower case comes first, because ẞ is an upper case that does not expand as ß does.
  const folded = path
    .normalize('NFC')
    .replace(foldable, (text) => text.toLowerCase().toUpperCase().toLowerCase());
  return folded.normalize('NFC');
}

/**
 * Gives each path of an archive a unique name, even on systems that ignore case and Unicode normalisation. Adds ` (2)`
 * to a name that another file or folder has. All names can be unpacked on Windows.
 */
export function uniqueNames(sent: readonly string[]): string[] {
  const paths = sent.map(safeOnWindows);
  const folders = new Set(paths.flatMap(foldersOf));
  const taken = new Set<string>();
  const nextNumbers = new Map<string, number>();
  return paths.map((path) => {
    const key = fold(path);
    let name = path;
    let number = nextNumbers.get(key) ?? 2;
    while (taken.has(fold(name)) || folders.has(fold(name))) name = numbered(path, number++);
    nextNumbers.set(key, number);
    taken.add(fold(name));
    return name;
  });
}

function foldersOf(path: string): string[] {
  const parts = fold(path).split('/').slice(0, -1);
  let folder = '';
  return parts.map((part, index) => (folder = index === 0 ? part : `${folder}/${part}`));
}
