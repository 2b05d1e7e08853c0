import { readFile } from 'node:fs/promises';

/** The version in the manifest of this package, beside which both `src` and `dist` lie. */
export async function readVersion(): Promise<string> {
  const manifest = await readFile(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
