const { spawn } = require('node:child_process');
const { once } = require('node:events');
const { mkdtemp } = require('node:fs/promises');
const { createServer } = require('node:net');
const { tmpdir } = require('node:os');
const { join, resolve } = require('node:path');
const { setTimeout: wait } = require('node:timers/promises');

const MAIN = resolve(__dirname, '../standalone/dist/main.js');
const POLL_MS = 50;

/**
 * Starts a Waybill once for a run of all files, and keeps its data folder for `Standalone.start` to copy: a new
 * database costs more processor time than the rest of a start. A run of chosen files starts each Waybill empty.
 */
module.exports = async ({ nonFlagArgs }) => {
  if (nonFlagArgs.length > 0) return;
  const folder = join(await mkdtemp(join(tmpdir(), 'waybill-e2e-template-')), 'data');
  const port = await freePort();
  const { PATH = '', HOME = '' } = process.env;
  const waybill = spawn(process.execPath, [MAIN], {
    env: { PATH, HOME, LOG_LEVEL: 'warn', DATA_DIR: folder, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(waybill, 'exit');
  while (!(await isLive(port))) {
    if (waybill.exitCode !== null)
      throw new Error(`Waybill exited with ${waybill.exitCode} during its start.`);
    await wait(POLL_MS);
  }
  waybill.kill();
  await exited;
  process.env.WAYBILL_E2E_DATA_FOLDER = folder;
};

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

function isLive(port) {
  return fetch(`http://127.0.0.1:${port}/livez`).then(
    ({ ok }) => ok,
    () => false,
  );
}
