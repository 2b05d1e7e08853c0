import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { buildIfNeeded } from './build-if-needed.mjs';
import { ApiClient } from './seed/api-client.mjs';
import { deleteSamples, isSeeded } from './seed/interrupted-seed.mjs';
import { seed } from './seed/seed-account.mjs';
import { PASSWORD } from './seed/sample-shares.mjs';

/**
 * `npm run seed`: an account on the Pro plan, files of every kind, links, a bundle, a file request and a month of
 * visits, for development. Replaces what an interrupted run has made. Uses the Waybill that runs at PUBLIC_URL, or
 * starts one on the data folder for as long as it takes.
 */
const port = process.env.PORT ?? '3000';
const api = new ApiClient(new URL(process.env.PUBLIC_URL ?? `http://localhost:${port}`).origin);
const account = { name: 'Ada Harbour', email: 'demo@waybill.example', password: 'demo-harbour-2026' };

buildIfNeeded();
const started = (await answers()) ? null : await startWaybill();
try {
  await logIn();
  const existing = await api.get('/api/files');
  if (existing.length > 0 && (await isSeeded(api))) {
    process.stdout.write(`${account.email} has ${existing.length} files already: nothing was added.\n`);
  } else {
    if (existing.length > 0) await deleteSamples(api);
    await seed(api);
  }
  const where = started
    ? 'Start Waybill with `npm start` or `npm run dev`, open the address that it prints and log in'
    : `Log in at ${await publicOrigin()}/login`;
  process.stdout.write(`${where} as ${account.email} with the password ${account.password}\n`);
  process.stdout.write(`The password of the protected file and link is ${PASSWORD}\n`);
} finally {
  started?.kill('SIGTERM');
  if (started) await once(started, 'exit');
}

/** Origin of the links that the server makes. The client of `npm run dev` has another port than the server. */
async function publicOrigin() {
  const [file] = await api.get('/api/files?limit=1');
  const [firstLink] = await api.get(`/api/files/${file.id}/links`);
  return new URL(firstLink.url).origin;
}

async function logIn() {
  const { email, password } = account;
  await api.send('POST', '/api/signup', { ...account, confirmPassword: password, agreeToTerms: true });
  await runOperator('plan', email, 'pro');
  await api.logIn({ email, password });
}

async function answers() {
  return fetch(`${api.url}/livez`).then(
    (response) => response.ok,
    () => false,
  );
}

async function startWaybill() {
  const child = spawn(process.execPath, [join('build', 'standalone', 'main.js')], { stdio: 'inherit' });
  while (!(await answers())) {
    if (child.exitCode !== null) throw new Error('Waybill did not start.');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return child;
}

async function runOperator(...args) {
  const child = spawn(process.execPath, [join('build', 'operator', 'main.js'), ...args], {
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`waybill-operator ${args[0]} failed.`);
}
