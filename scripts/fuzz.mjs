import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildIfNeeded } from './build-if-needed.mjs';
import { newAccount, startWaybill } from './long-running/waybill-process.mjs';

/**
 * `npm run fuzz -- --seconds N --seed N`: sends generated calls to every operation of the served OpenAPI document, to a
 * Waybill of its own, without and with an account. Fails for server errors, and for answers that the document does not
 * describe. Needs Python 3; Schemathesis is installed once into ~/.cache/waybill.
 */
const VERSION = '4.32.5';
const { values: options } = parseArgs({
  options: { seconds: { type: 'string', default: '300' }, seed: { type: 'string', default: '1' } },
});

const settings = join(import.meta.dirname, 'long-running');

/** Phases and their share of the time: single calls, then sequences of calls that use what earlier ones made. */
const PHASES = [
  ['examples,coverage,fuzzing', 0.7],
  ['stateful', 0.3],
];

/** Excluded calls: they log the account out, as each log-in of the same browser does, or delete or suspend it. */
const endsSession = [
  'POST /api/login',
  'POST /api/login/passkey',
  'POST /api/logout',
  'DELETE /api/user',
  'DELETE /api/user/sessions',
  'PUT /api/user/password',
  'POST /api/user/totp/confirm',
  'DELETE /api/user/sessions/{id}',
  'DELETE /api/admin/people/{id}',
  'POST /api/admin/people/{id}/sign-out',
  'POST /api/admin/people/{id}/suspend',
];

function schemathesis() {
  const folder = join(homedir(), '.cache/waybill', `schemathesis-${VERSION}`);
  const program = join(folder, 'bin/schemathesis');
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  const run = (name, args) => {
    const { status, stderr } = spawnSync(name, args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${name} ${args.join(' ')} failed:\n${stderr}`);
  };
  run('python3', ['-m', 'venv', folder]);
  run(join(folder, 'bin/pip'), ['install', '--quiet', `schemathesis==${VERSION}`]);
  return program;
}

/** Saves the served document. Simplifies the pattern of e-mail addresses, so that Schemathesis can generate matches. */
async function saveDocument({ url, folder }) {
  const document = await (await fetch(`${url}/api/docs/openapi.json`)).text();
  const generated = '^[a-z0-9]{1,20}@[a-z0-9]{1,20}\\.(com|org)$';
  const replaced = JSON.parse(document, (key, value) =>
    key === 'pattern' && value.includes('@') ? generated : value,
  );
  const path = join(folder, 'openapi.json');
  writeFileSync(path, JSON.stringify(replaced));
  return path;
}

/** Removes `security`, for calls that all carry a session: Schemathesis would replace it, or omit it and expect 401. */
function withoutSecurity(path) {
  const document = JSON.parse(readFileSync(path, 'utf8'), (key, value) =>
    key === 'security' ? undefined : value,
  );
  delete document.components.securitySchemes;
  const result = path.replace('.json', '-of-account.json');
  writeFileSync(result, JSON.stringify(document));
  return result;
}

async function fuzz(program, waybill, document, headers, excluded) {
  let passed = true;
  for (const [phases, share] of PHASES) {
    const seconds = String(Math.ceil(Number(options.seconds) * share));
    const run = { phases, seconds, headers, excluded };
    passed = (await fuzzPhases(program, waybill, document, run)) && passed;
  }
  return passed;
}

async function fuzzPhases(program, { url, folder }, document, { phases, seconds, headers, excluded }) {
  const args = ['--config-file', join(settings, 'schemathesis.toml'), 'run', document, '--url', url];
  args.push('--phases', phases, '--max-time', seconds);
  args.push('--seed', options.seed, '--continue-on-failure', '--no-color');
  // Refusals by limits are documented answers. Without health checks, waits for limits do not end the run.
  args.push('--request-timeout', '30', '--suppress-health-check', 'all');
  for (const [name, value] of Object.entries(headers)) args.push('-H', `${name}: ${value}`);
  for (const name of excluded) args.push('--exclude-name', name);
  const hooks = {
    PYTHONDONTWRITEBYTECODE: '1',
    PYTHONPATH: settings,
    SCHEMATHESIS_HOOKS: 'schemathesis_hooks',
  };
  const env = { PATH: process.env.PATH, HOME: folder, NO_COLOR: '1', ...hooks };
  const [code] = await once(spawn(program, args, { stdio: 'inherit', cwd: folder, env }), 'exit');
  return code === 0;
}

buildIfNeeded();
const program = schemathesis();
const unlimited = String(10 ** 6);
const waybill = await startWaybill({
  LOG_LEVEL: 'warn',
  ADMIN_EMAILS: 'admin@example.org',
  ANONYMOUS_UPLOADS_PER_HOUR: unlimited,
  ANONYMOUS_UPLOADS_PER_HOUR_PER_NETWORK: unlimited,
});
const results = [];
try {
  const document = await saveDocument(waybill);
  // Log in first: the generated log-ins use up the rate limit of this network.
  const headers = await newAccount(waybill.url, 'admin@example.org');
  process.stdout.write('Without an account\n');
  results.push(await fuzz(program, waybill, document, { origin: waybill.url }, []));
  process.stdout.write('As an administrator\n');
  results.push(await fuzz(program, waybill, withoutSecurity(document), headers, endsSession));
  // Without a session, the calls as an administrator would all have been refused.
  const { status } = await fetch(`${waybill.url}/api/user`, { headers });
  process.stdout.write(`The session answers ${status}\n`);
  results.push(status === 200);
} finally {
  const errors = waybill
    .log()
    .split('\n')
    .filter((line) => /"level":[56]0/.test(line));
  process.stdout.write(`${errors.length} error lines in the log\n${errors.slice(0, 40).join('\n')}\n`);
  await waybill.stop();
}
process.exit(results.every(Boolean) ? 0 : 1);
