import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import pg from 'pg';
import { buildIfNeeded } from './build-if-needed.mjs';
import { sampleFiles } from './seed/sample-files.mjs';
import { addVisits } from './seed/visits.mjs';

/**
 * `npm run seed`: an account on the Pro plan, files of every kind and a month of visits, for development. Uses the
 * Waybill that runs at PUBLIC_URL, or starts one on the data folder for as long as it takes.
 */
const port = process.env.PORT ?? '3000';
const url = new URL(process.env.PUBLIC_URL ?? `http://localhost:${port}`).origin;
const account = { name: 'Ada Harbour', email: 'demo@waybill.example', password: 'demo-harbour-2026' };

buildIfNeeded();
const started = (await answers()) ? null : await startWaybill();
try {
  const cookie = await logIn();
  const existing = await call('GET', '/api/files', { cookie }).then((response) => response.json());
  if (existing.length > 0) {
    process.stdout.write(`${account.email} has ${existing.length} files already: nothing was added.\n`);
  } else {
    await seed(cookie);
  }
  process.stdout.write(`Log in at ${url}/login as ${account.email} with the password ${account.password}\n`);
} finally {
  started?.kill('SIGTERM');
  if (started) await once(started, 'exit');
}

async function seed(cookie) {
  const files = [];
  for (const { name, bytes, password, views, expiresInDays } of await sampleFiles()) {
    const form = new FormData();
    form.set('file', new Blob([bytes]), name);
    const { id } = await call('POST', '/api/upload', { cookie, body: form }).then((response) =>
      response.json(),
    );
    const deleteAt = expiresInDays ? new Date(Date.now() + expiresInDays * 86_400_000) : null;
    const settings = JSON.stringify({ deleteAt, ...(password && { password }) });
    await call('PUT', `/api/files/${id}/settings`, { cookie, body: settings, type: 'application/json' });
    process.stdout.write(`Uploaded ${name}\n`);
    files.push({ id, views });
  }
  const { readSharedEnvironment } = await import('../libs/composition/dist/index.js');
  const { withDatabase } = await import('../operator/dist/with-database.js');
  await withDatabase(readSharedEnvironment(process.env), async (connectionString) => {
    const database = new pg.Client({ connectionString });
    await database.connect();
    await addVisits(database, files).finally(() => database.end());
  });
  await waitForReports(cookie, files);
}

/** Analytics consumes the visits within seconds. */
async function waitForReports(cookie, files) {
  const deadline = Date.now() + 120_000;
  for (const { id, views } of files.filter((file) => file.views > 0)) {
    for (let shown = 0; shown < views;) {
      if (Date.now() > deadline) throw new Error('Analytics has not consumed the visits within two minutes.');
      const report = await call('GET', `/api/files/${id}/analytics`, { cookie }).then((answer) =>
        answer.json(),
      );
      shown = report.summary.totalViews;
      if (shown < views) await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
}

async function logIn() {
  const { email, password } = account;
  const form = JSON.stringify({ ...account, confirmPassword: password, agreeToTerms: true });
  await call('POST', '/api/signup', { body: form, type: 'application/json' });
  await runOperator('plan', email, 'pro');
  const response = await call('POST', '/api/login', {
    body: JSON.stringify({ email, password }),
    type: 'application/json',
  });
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

async function call(method, path, { cookie, body, type } = {}) {
  const headers = { origin: url, ...(cookie && { cookie }), ...(type && { 'content-type': type }) };
  const response = await fetch(`${url}${path}`, { method, headers, body });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response;
}

async function answers() {
  return fetch(`${url}/livez`).then(
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
