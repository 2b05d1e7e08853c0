import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { readByProcess, readByTools, settingsInExample } from '../kubernetes/variables.mjs';
import { findProgram } from '../system-packages.mjs';

const root = join(import.meta.dirname, '../..');
const program = findProgram('compose-config');
const files = ['docker-compose.yml', 'docker-compose.override.yml'];
const processes = ['gateway', 'auth', 'files', 'files-worker', 'sharing', 'analytics', 'billing'];
const keys = { SESSION_SECRET: 'a', ENCRYPTION_KEY: 'b' };

/** The project as `docker compose` starts it, with these settings in `.env`. */
function resolve(settings, names = files) {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-compose-'));
  try {
    for (const name of names) copyFileSync(join(root, name), join(folder, name));
    const lines = Object.entries(settings).map(([name, value]) => `${name}='${value}'\n`);
    writeFileSync(join(folder, '.env'), lines.join(''));
    const { status, stdout, stderr } = spawnSync(program, names, {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, HOME: folder },
    });
    return status === 0 ? { services: JSON.parse(stdout).services } : { refusal: stderr };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Output of the container's loop until its first wait, where each backup exits with `code`. */
function runBackups({ command }, code) {
  const stubs = 'operator() { echo "ran $*"; return "$CODE"; }; sleep() { echo "waits $1"; exit; };';
  const loop = command[0].replaceAll('$$', '$').replace('waybill-operator', 'operator');
  const env = { ...process.env, CODE: String(code) };
  return spawnSync('sh', ['-c', `${stubs} ${loop}`], { encoding: 'utf8', env }).stdout;
}

describe(
  'compose',
  { skip: program ? false : 'compose-config is missing: npm test builds it with Go' },
  () => {
    /** Settings without effect in a container: the image sets ports and addresses, and there is no data folder. */
    const fixed = ['DATA_DIR', 'MIN_FREE_DISK_BYTES', 'METRICS_PORT', 'METRICS_HOST'];
    /** Host port of the gateway; its container always listens on the same port. */
    const published = ['PORT', 'HOST'];

    test('passes every setting of .env.example to the processes and the tools that read it', async () => {
      const values = Object.fromEntries(settingsInExample.map((name) => [name, `value of ${name}`]));
      const settings = { ...values, PORT: '8080', HOST: '0.0.0.0', GRACE_SECONDS: '45' };
      const { services } = resolve(settings);
      const reads = await readByProcess();
      const arrived = new Set([...fixed, ...published]);
      for (const name of processes) {
        const { environment } = services[name];
        const expected = reads[name].filter((variable) => ![...fixed, ...published].includes(variable));
        assert.deepEqual(Object.keys(environment).toSorted(), [...new Set(expected)].toSorted(), name);
        for (const variable of expected) {
          assert.equal(environment[variable], settings[variable], `${name}: ${variable}`);
          arrived.add(variable);
        }
        assert.equal(services[name].stop_grace_period, '45s', name);
      }
      const backups = settingsInExample.filter((name) => name.startsWith('BACKUP_'));
      for (const variable of backups) {
        assert.equal(services.backup.environment[variable], settings[variable], variable);
        if (variable !== 'BACKUP_INTERVAL_HOURS')
          assert.equal(services.tools.environment[variable], settings[variable], variable);
        arrived.add(variable);
      }
      for (const name of ['tools', 'backup']) {
        for (const variable of readByTools)
          assert.equal(services[name].environment[variable], settings[variable], `${name}: ${variable}`);
      }
      assert.deepEqual([...arrived].toSorted(), settingsInExample.toSorted());
      const [port] = services.gateway.ports;
      assert.deepEqual([port.host_ip, port.published, port.target], ['0.0.0.0', '8080', 3000]);
    });

    test('gives a process no value for a setting that is not set', () => {
      const { environment } = resolve(keys).services.gateway;
      assert.equal(environment.OFFICE_VIEWER_URL, null);
      assert.equal(environment.TRUST_PROXY, null);
    });

    test('passes an empty OFFICE_VIEWER_URL, which turns the external viewer off', () => {
      assert.equal(
        resolve({ ...keys, OFFICE_VIEWER_URL: '' }).services.gateway.environment.OFFICE_VIEWER_URL,
        '',
      );
    });

    test('derives PUBLIC_URL from PORT', () => {
      for (const name of ['gateway', 'sharing']) {
        const { environment } = resolve({ ...keys, PORT: '8080' }).services[name];
        assert.equal(environment.PUBLIC_URL, 'http://localhost:8080', name);
      }
    });

    test('refuses to start without one of the two keys, and names it', () => {
      for (const missing of Object.keys(keys)) {
        const { refusal } = resolve({ ...keys, [missing]: '' });
        assert.match(refusal, new RegExp(`${missing} is missing a value: is not set`));
      }
    });

    test('tags every image of Waybill with the version, so that no command runs on an earlier one', () => {
      const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
      const { services } = resolve(keys);
      for (const name of [...processes, 'tools', 'backup'])
        assert.ok(services[name].image.endsWith(`:${version}`), name);
      assert.equal(services.backup.image, services.tools.image);
      const published = resolve({
        ...keys,
        WAYBILL_IMAGES: 'registry.example/waybill',
        WAYBILL_VERSION: '9.9.9',
      });
      assert.equal(published.services.tools.image, 'registry.example/waybill/tools:9.9.9');
    });

    test('builds every image of Waybill anew in a clone, that of the tools included', () => {
      const { services } = resolve(keys);
      for (const [name, { image, build, pull_policy: policy }] of Object.entries(services)) {
        const isOurs = image.startsWith('localhost/waybill/');
        assert.deepEqual([name, build !== undefined, policy === 'build'], [name, isOurs, isOurs]);
      }
      const alone = resolve(keys, ['docker-compose.yml']).services;
      assert.deepEqual(
        Object.values(alone).filter(({ build }) => build),
        [],
      );
    });

    test('makes a backup in ./backup when one is due, not at each start of the container', () => {
      const { backup } = resolve(keys).services;
      assert.equal(backup.environment.BACKUP_TO, '/backup/waybill');
      assert.equal(backup.environment.BACKUP_INTERVAL_HOURS, '24');
      assert.ok(backup.volumes.some(({ target }) => target === '/backup'));
      assert.equal(runBackups(backup, 0), 'ran backup --if-due\nwaits 3600\n');
    });

    test('repeats a failed backup after ten minutes, but not one that only found objects missing', () => {
      const { backup } = resolve(keys).services;
      assert.equal(runBackups(backup, 1), 'ran backup --if-due\nwaits 600\n');
      assert.equal(runBackups(backup, 2), 'ran backup --if-due\nwaits 3600\n');
    });

    test('limits the logs of every container and the memory of every process', () => {
      const { services } = resolve(keys);
      for (const [name, { logging }] of Object.entries(services))
        assert.deepEqual(logging?.options, { 'max-size': '10m', 'max-file': '5' }, name);
      for (const name of processes) assert.ok(Number(services[name].mem_limit) > 0, name);
    });

    test('checks health every second or three until a container is healthy, then at most twice a minute', () => {
      const seconds = (text) => Number(/^(\d+)s$/.exec(text)?.[1]);
      const { services } = resolve(keys);
      const checks = Object.entries(services).flatMap(([name, { healthcheck }]) =>
        healthcheck?.test ? [[name, healthcheck.interval, healthcheck.start_interval]] : [],
      );
      assert.deepEqual(
        checks.map(([name]) => name),
        ['mail', 'minio', 'postgres', 'rabbitmq', 'redis'].filter((name) => services[name].healthcheck),
      );
      const dockerfile = readFileSync(join(root, 'deploy/docker/Dockerfile'), 'utf8');
      const [, interval, early] = /^HEALTHCHECK --interval=(\S+) .*--start-interval=(\S+)/m.exec(dockerfile);
      for (const [name, usual, first] of [...checks, ['Dockerfile', interval, early]]) {
        const [rare, often] = [usual, first].map((text) => seconds(text.replace(/^1m0s$/, '60s')));
        assert.ok(rare >= 30 && often <= 3, `${name}: ${usual}, ${first}`);
      }
    });

    test('MinIO of compose and of the tests deletes no upload that people continue for days', () => {
      const { environment } = resolve(keys).services.minio;
      assert.equal(environment.MINIO_API_STALE_UPLOADS_EXPIRY, '8760h');
      const tests = readFileSync(join(root, 'libs/testing/src/servers/s3.ts'), 'utf8');
      assert.ok(tests.includes("MINIO_API_STALE_UPLOADS_EXPIRY: '8760h'"));
    });

    test('lets no process wait for the mail server', () => {
      for (const [name, { depends_on: dependencies = {} }] of Object.entries(resolve(keys).services))
        assert.equal(dependencies.mail, undefined, name);
    });
  },
);

test('the command that generates the keys changes no .env that exists, however often it is repeated', () => {
  for (const page of ['docker-compose.yml', 'docs/operations/install.md']) {
    const [command] = /(?:\[ -e \.env \] \|\| )?printf 'SESSION_SECRET.*> \.env/.exec(
      readFileSync(join(root, page), 'utf8'),
    );
    const cwd = mkdtempSync(join(tmpdir(), 'waybill-keys-'));
    try {
      const generate = () => {
        spawnSync('sh', ['-c', command], { cwd });
        return readFileSync(join(cwd, '.env'), 'utf8');
      };
      const first = generate();
      for (const key of Object.keys(keys))
        assert.match(first, new RegExp(`^${key}=[A-Za-z0-9+/]{43}=$`, 'm'), page);
      assert.equal(generate(), first, page);
    } finally {
      rmSync(cwd, { recursive: true });
    }
  }
});
