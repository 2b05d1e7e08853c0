import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { noteBuild } from './build-stamp.mjs';

/** `npm run build`: compiles the packages that changed, then joins the modules of each program. */
const began = new Date();
const nx = [join('node_modules', '.bin', 'nx'), 'run-many', '-t', 'build', '--outputStyle=static'];
const { status } = spawnSync(process.execPath, nx, { stdio: 'inherit' });
if (status !== 0) process.exit(1);
await import('./build-programs.mjs');
noteBuild(began);
