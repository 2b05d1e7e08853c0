import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildIfNeeded } from './build-if-needed.mjs';

/** `npm run api-docs [-- folder]`: writes the API documents, for tools that read them from files. */
buildIfNeeded();
const { asyncApi, openApi } = await import('../libs/api-docs/dist/index.js');
const folder = resolve(process.argv[2] ?? join('dist', 'api-docs'));
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'openapi.json'), `${JSON.stringify(openApi(), null, 2)}\n`);
writeFileSync(join(folder, 'asyncapi.json'), `${JSON.stringify(asyncApi(), null, 2)}\n`);
process.stdout.write(`The API documents are in ${folder}\n`);
