import { droppedFiles } from './dropped-files.js';

const aFile = (name: string) => new File([name], name);
const drop = (items: readonly object[], files: readonly File[] = []) =>
  ({ items, files }) as unknown as DataTransfer;

function fileEntry(fullPath: string) {
  const file = (resolve: (file: File) => void) => resolve(aFile(fullPath.split('/').at(-1) ?? ''));
  return { isDirectory: false, fullPath, file };
}

/** `batches`: what the calls of `readEntries` give, one after another. */
function folder(fullPath: string, ...batches: object[][]) {
  const left = [...batches, []];
  const readEntries = (resolve: (entries: object[]) => void) => resolve(left.shift() ?? []);
  return { isDirectory: true, fullPath, createReader: () => ({ readEntries }) };
}

const item = (entry: object | null, file: File | null = null) => ({
  kind: 'file',
  webkitGetAsEntry: () => entry,
  getAsFile: () => file,
});

describe('droppedFiles', () => {
  it('reads lone files, and leaves out dropped text', async () => {
    const a = aFile('a.txt');
    const found = await droppedFiles(drop([item({ isDirectory: false }, a), { kind: 'string' }]));
    expect(found).toEqual([a]);
  });

  it('reads folders in folders in all their batches, with the paths there', async () => {
    const inner = folder('/trip/photos', [fileEntry('/trip/photos/1.jpg')]);
    const outer = folder('/trip', [fileEntry('/trip/a.txt')], [inner], [fileEntry('/trip/b.txt')]);
    const found = await droppedFiles(drop([item(outer)]));
    expect(found.map(({ relativePath }) => relativePath)).toEqual([
      '/trip/a.txt',
      '/trip/photos/1.jpg',
      '/trip/b.txt',
    ]);
  });

  it('reads the list of files where there are no items', async () => {
    const a = aFile('a.txt');
    expect(await droppedFiles(drop([], [a]))).toEqual([a]);
  });
});
