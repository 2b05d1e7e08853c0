const { spawn } = require('node:child_process');
const { once } = require('node:events');
const { mkdtemp } = require('node:fs/promises');
const { tmpdir } = require('node:os');
const { join, resolve } = require('node:path');
const { eventually, freePort } = require('@waybill/testing');
const useTemporaryFolder = require('../scripts/test-run/temporary-folder.setup.cjs');

const MAIN = resolve(__dirname, '../build/standalone/main.js');
const START_MS = 300_000;

/**
 * Starts a Waybill once for a run of all files, and keeps its data folder for `Standalone.start` to copy: a new
 * database costs more processor time than the rest of a start. A run of chosen files starts each Waybill empty.
 */
module.exports = async ({ nonFlagArgs }) => {
  useTemporaryFolder();
  if (nonFlagArgs.length > 0) return;
  // Build now: otherwise a test of `npm start` would build, and replace programs while other tests run them.
  const { buildIfNeeded } = await import('../scripts/build-if-needed.mjs');
  buildIfNeeded();
  const folder = join(await mkdtemp(join(tmpdir(), 'waybill-e2e-template-')), 'data');
  const port = await freePort();
  const { PATH = '', HOME = '' } = process.env;
  const waybill = spawn(process.execPath, [MAIN], {
    env: { PATH, HOME, LOG_LEVEL: 'warn', DATA_DIR: folder, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(waybill, 'exit');
  const failed = exited.then(([code]) => {
    throw new Error(`Waybill exited with ${code} during its start.`);
  });
  // Ignore its exit after the start: it is killed below.
  failed.catch(() => undefined);
  try {
    await Promise.race([eventually(() => requireLive(port), { timeoutMs: START_MS }), failed]);
  } finally {
    waybill.kill();
    await exited;
  }
  process.env.WAYBILL_E2E_DATA_FOLDER = folder;
};

async function requireLive(port) {
  const { status } = await fetch(`http://127.0.0.1:${port}/livez`);
  if (status !== 200) throw new Error(`Waybill answered ${status} at its start.`);
}
