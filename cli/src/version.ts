import { readFile } from 'node:fs/promises';

/** Version of this package. The relative path to package.json is the same from `src` and from `dist`. */
export async function readVersion(): Promise<string> {
  const manifest = await readFile(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
