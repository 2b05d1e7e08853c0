import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

const GENERATOR = /\/zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$/;
const EXPORTED = /^export (?:const|function|class) (\w+)/gm;

/**
 * Removes zod's JSON Schema generator from the client. Every schema refers to it, but only the build of the API
 * documents calls it. It is a twelfth of the first page's code.
 */
export function withoutJsonSchema(): Plugin {
  return {
    name: 'waybill:without-json-schema',
    apply: 'build',
    enforce: 'pre',
    async load(id) {
      if (!GENERATOR.test(id)) return null;
      const names = [...(await readFile(id, 'utf8')).matchAll(EXPORTED)].map(([, name]) => name);
      if (names.length === 0) this.error(`${id} exports nothing: has zod moved its JSON Schema generator?`);
      return [
        "const absent = () => () => { throw new Error('JSON Schema is not part of the client'); };",
        ...names.map((name) => `export const ${name} = absent;`),
      ].join('\n');
    },
  };
}
