import { spawnSync } from 'node:child_process';

/** `npm run bench`: builds what is not built, then measures Waybill beside its references (docs/benchmarks.md). */
const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/build.mjs'], { encoding: 'utf8' });
if (status !== 0) {
  process.stderr.write(`${stdout}${stderr}\nWaybill could not be built.\n`);
  process.exit(1);
}
await import('../bench/dist/main.js');
