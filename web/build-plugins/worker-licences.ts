import { readdirSync, readFileSync } from 'node:fs';
import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const PACKAGE = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/;
const LICENCE = /^(?:licen[cs]e|copying)/i;

/**
 * Adds the licence texts of what workers bundle to Vite's file of licences, which has those of pages only.
 * `collect` belongs into the builds of workers, `write` into that of the pages.
 */
export function workerLicences(fileName: string): { collect: () => Plugin; write: () => Plugin } {
  const folders = new Set<string>();
  return {
    collect: () => ({
      name: 'waybill:collect-worker-licences',
      generateBundle(_options, bundle) {
        for (const chunk of Object.values(bundle)) {
          for (const id of chunk.type === 'chunk' ? chunk.moduleIds : []) {
            const folder = PACKAGE.exec(id)?.[0];
            if (folder) folders.add(folder);
          }
        }
      },
    }),
    write: () => ({
      name: 'waybill:write-worker-licences',
      apply: 'build',
      async writeBundle({ dir = 'dist' }) {
        const path = join(dir, fileName);
        const written = await readFile(path, 'utf8');
        const missing = [...folders].map(licenceOf).filter(({ title }) => !written.includes(`\n${title}\n`));
        for (const { title, text } of missing) await appendFile(path, `\n${title}\n\n${text}\n`);
      },
    }),
  };
}

function licenceOf(folder: string): { title: string; text: string } {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
    license?: string;
  };
  const file = readdirSync(folder).find((entry) => LICENCE.test(entry));
  return {
    title: `## ${name} - ${version}${license ? ` (${license})` : ''}`,
    text: file ? readFileSync(join(folder, file), 'utf8').trim() : '',
  };
}
