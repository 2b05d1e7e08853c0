import { transformFile } from '@swc/core';
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, watch, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildIfNeeded } from './build-if-needed.mjs';

/**
 * `npm run dev`: Waybill with reload. A changed source of the server is compiled alone and the server restarts; the
 * client is served by Vite, which replaces changed modules in the page. Open the address that Vite prints.
 */
const CLIENT = 'http://localhost:5173';
const vite = join('web', 'node_modules', 'vite', 'bin', 'vite.js');
const server = process.env.PORT ?? '3000';

buildIfNeeded();
const compiler = JSON.parse(readFileSync('.swcrc', 'utf8'));
delete compiler.$schema;
const projects = serverProjects();
for (const project of projects) watchSources(project);
// Watch folders instead of the loaded files: a concurrent build removes files for a moment, and a failed start has
// loaded none that could be watched.
const watched = projects.map((project) => `--watch-path=${join(project, 'dist')}`);

const children = [
  run([process.execPath, ...watched, '--watch-preserve-output', 'standalone/dist/main.js'], {
    PUBLIC_URL: CLIENT,
    PORT: server,
  }),
  run([process.execPath, vite, 'web', '--config', 'web/vite.config.ts', '--strictPort'], {
    WAYBILL_SERVER: `http://127.0.0.1:${server}`,
  }),
];
let running = children.length;
let status = 1;
for (const child of children) {
  child.on('exit', () => {
    for (const other of children) other.kill();
    running--;
    // Exit explicitly, because the folder watchers keep this process alive.
    if (running === 0) process.exit(status);
  });
}
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    status = 0;
    for (const child of children) child.kill(signal);
  });
}

/** Folders with server code: all packages but the client and the tests. */
function serverProjects() {
  const inside = (folder) => readdirSync(folder).map((name) => join(folder, name));
  return [...inside('libs'), ...inside('services'), 'gateway', 'standalone'].filter((folder) =>
    statSync(join(folder, 'src'), { throwIfNoEntry: false })?.isDirectory(),
  );
}

/** Compiles each changed source into `dist`, where `node --watch` notices it. */
function watchSources(project) {
  const pending = new Map();
  watch(join(project, 'src'), { recursive: true }, (_event, name) => {
    if (!name?.endsWith('.ts') || name.endsWith('.spec.ts')) return;
    // Debounce: an editor saves a file in several steps, and each is an event.
    clearTimeout(pending.get(name));
    pending.set(
      name,
      setTimeout(() => void compile(project, name), 50),
    );
  });
}

async function compile(project, name) {
  const source = join(project, 'src', name);
  const target = join(project, 'dist', name.replace(/\.ts$/, '.js'));
  if (!statSync(source, { throwIfNoEntry: false })) return rmSync(target, { force: true });
  try {
    const { code, map } = await transformFile(source, { ...compiler, swcrc: false, sourceFileName: source });
    mkdirSync(dirname(target), { recursive: true });
    if (map) writeFileSync(`${target}.map`, map);
    writeFileSync(target, code);
    process.stdout.write(`Compiled ${source}\n`);
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
  }
}

function run([program, ...args], environment) {
  return spawn(program, args, { stdio: 'inherit', env: { ...process.env, ...environment } });
}
