import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { DynamicModule, Type } from '@nestjs/common';
import { FilesModule } from './files.module.js';
import { FilesWorkerModule } from './files-worker.module.js';
import type { FilesModuleOptions } from './files.module-options.js';

type Module = Type | DynamicModule;

const worker = FilesWorkerModule.forRoot({ sofficePath: null }, { clamdUrl: null, onFailure: 'block' });
const service = FilesModule.forRoot({} as FilesModuleOptions);

/** Providers of a module and of the modules that it imports. */
function providersOf(module: Module): unknown[] {
  const { module: type, imports = [], providers = [] } = 'module' in module ? module : { module };
  const listed = <T>(key: string) => (Reflect.getMetadata(key, type) ?? []) as T[];
  return [
    ...[...providers, ...listed('providers')],
    ...[...(imports as Module[]), ...listed<Module>('imports')].flatMap(providersOf),
  ];
}

/** Classes of all files with the role `sweep`. */
async function sweeps(): Promise<unknown[]> {
  const paths = globSync('**/*.sweep.ts', { cwd: import.meta.dirname });
  const files = paths.map((path) => import(join(import.meta.dirname, path)) as Promise<object>);
  return (await Promise.all(files)).flatMap((exported) => Object.values(exported));
}

describe('FilesWorkerModule', () => {
  it('the worker of the files service runs each of its sweeps, and the service without a worker none', async () => {
    const all = await sweeps();
    expect(all.length).toBeGreaterThan(8);
    expect(all.filter((sweep) => !providersOf(worker).includes(sweep))).toEqual([]);
    expect(all.filter((sweep) => providersOf(service).includes(sweep))).toEqual([]);
  });
});
