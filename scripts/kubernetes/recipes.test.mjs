import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { mebibytes, millicores, sum } from './quantities.mjs';
import { describeRendered, renderBase, renderOverlay, renderWith, workloadsOf } from './render.mjs';

const root = join(import.meta.dirname, '../..');
const read = (path) => readFileSync(join(root, path), 'utf8');
const operations = globSync('docs/operations/*.md', { cwd: root }).map(read).join('\n');

/** Rows of the table of sizes: numbers with their unit taken to MiB, cores or files. */
const sizes = operations
  .split('\n')
  .filter((line) => /^\| +[\d,]+ \| +[\d,]+ \|/.test(line))
  .map((line) => {
    const [, users, files, form, cores, memory, disk, rows, traffic] = line
      .split('|')
      .map((one) => one.trim());
    return {
      users: number(users),
      files: number(files),
      form,
      cores: number(cores),
      ...sizesOf({ memory, disk, rows, traffic }),
    };
  });

function number(text) {
  return Number(text.replace('under ', '').replaceAll(',', ''));
}

function sizesOf(cells) {
  const units = { GiB: 1024, TiB: 1024 * 1024 };
  return Object.fromEntries(
    Object.entries(cells).map(([key, text]) => {
      const [amount, unit] = text.split(' ');
      return [key, number(amount) * units[unit]];
    }),
  );
}

function assertClose(actual, expected, message) {
  assert.ok(
    actual > expected * 0.85 && actual < expected * 1.3,
    `${message}: ${actual} instead of ${expected}`,
  );
}

const FILE_MIB = 10;
const OPENS = 10;
const PEAK = 4;
const DAY_SECONDS = 86_400;
/** HTTP calls each time that a file is opened: those of the page that shows it, and those of the visit. */
const CALLS_OF_VISIT = 20;

test('the sizes follow from the measured figures', () => {
  assert.equal(sizes.length, 4);
  for (const { users, files, form, cores, disk, rows, traffic } of sizes) {
    const gibibytes = (files * FILE_MIB) / 1024;
    assert.equal(files, users * 5);
    assertClose(traffic, files * FILE_MIB * (1 + OPENS), `traffic of ${users}`);
    assertClose(disk, files * FILE_MIB * 30, `disk of ${users}`);
    assertClose(rows, (files * 365 * (1 + OPENS * 0.5)) / 1024, `rows of ${users}`);
    const [up, down] = form.startsWith('Kubernetes') ? [10, 2.5] : [5, 0.5];
    // Two cores answer a thousand calls a second at least.
    const calls = files * OPENS * CALLS_OF_VISIT * (2 / 1000);
    const needed = ((gibibytes * up + gibibytes * OPENS * down + calls) * PEAK) / DAY_SECONDS;
    assert.ok(cores >= needed && cores <= Math.max(0.1, needed * 4), `cores of ${users}: ${needed}`);
  }
});

describeRendered('recipes of docs/operations', () => {
  test('production fits the cores and the memory of its row of sizes', () => {
    const containers = workloadsOf(renderOverlay('production'))
      .filter(({ kind }) => kind === 'Deployment')
      .flatMap(({ replicas, pod }) => pod.containers.map(({ resources }) => ({ replicas, ...resources })));
    const { cores, memory } = sizes.at(-1);
    assert.ok(
      sum(containers.map(({ replicas, requests }) => replicas * millicores(requests.cpu))) <= cores * 1000,
    );
    assert.ok(sum(containers.map(({ replicas, limits }) => replicas * mebibytes(limits.memory))) <= memory);
  });

  test('kubectl commands name objects that the manifests have', () => {
    const servers = ['postgresql', 'rabbitmq', 'redis', 'object-store'];
    const manifests = [
      ...renderOverlay('production'),
      ...renderWith({ components: [...servers, 'backup', 'autoscaling', 'virus-scan'] }),
    ];
    const kinds = { hpa: 'horizontalpodautoscaler', scaledobject: 'scaledobject' };
    const names = new Set(manifests.map(({ kind, metadata }) => `${kind.toLowerCase()}/${metadata.name}`));
    const has = (kind, name) => assert.ok(names.has(`${kinds[kind] ?? kind}/${name}`), `${kind}/${name}`);
    const components = new Set(
      manifests.flatMap(
        ({ spec }) => spec?.template?.metadata?.labels?.['app.kubernetes.io/component'] ?? [],
      ),
    );
    // Lines of a recipe, and commands within a sentence, which may contain a line break.
    const commands = [
      ...operations.matchAll(/^ *kubectl -n waybill (.+)$/gm),
      ...operations.matchAll(/`kubectl\s-n\swaybill\s([^`]+)`/g),
    ].map(([, rest]) => rest.replaceAll(/\s+/g, ' '));
    assert.ok(commands.length > 15, `${commands.length}`);
    for (const command of commands) {
      for (const [, kind, name] of command.matchAll(/\b(deployment|statefulset|cronjob)\/([a-z-]+)/g))
        has(kind, name);
      const [, kind, list] =
        /^(?:scale|delete|patch) (deployment|hpa|cronjob) ([a-z -]+?)(?= -|$)/.exec(command) ?? [];
      for (const name of list?.split(' ') ?? []) has(kind, name);
      const [, one, several] =
        /app\.kubernetes\.io\/component(?:=([a-z-]+)| in \(([^)]+)\))/.exec(command) ?? [];
      for (const component of (one ?? several)?.split(', ') ?? [])
        assert.ok(components.has(component), `no pod of ${component}`);
      if (command.startsWith('annotate scaledobject')) {
        assert.ok(manifests.some((one) => one.kind === 'ScaledObject'));
      }
    }
  });

  test('the tools write to a volume only, also with a root file system that is read-only', () => {
    const [, stage = ''] =
      /^FROM system AS system-tools\n(.*?)^FROM /ms.exec(read('deploy/docker/Dockerfile')) ?? [];
    // `restore` locks the data folder, and writes mails to it.
    const [, folder = ''] = /^ENV DATA_DIR=(\S+)$/m.exec(stage) ?? [];
    const pods = workloadsOf(renderBase('backup')).filter(({ pod }) =>
      pod.containers.some(({ image }) => /\/tools(:|$)/.test(image)),
    );
    assert.equal(pods.length, 2);
    for (const { name, pod } of pods) {
      const mounts = pod.containers[0].volumeMounts.filter(({ readOnly }) => !readOnly);
      assert.ok(
        mounts.some(({ mountPath }) => folder.startsWith(`${mountPath}/`)),
        `${name}: DATA_DIR=${folder}`,
      );
    }
  });
});

test('the command that copies a backup into the tools pod leaves out the socket that locks its folder', async () => {
  const [command] =
    /^tar -C FOLDER .*\| kubectl -n waybill exec -i deployment\/tools -- sh -c '.*'$/m.exec(operations) ?? [];
  assert.ok(command);
  const root = mkdtempSync(join(tmpdir(), 'waybill-backup-copy-'));
  const [folder, copy] = [join(root, 'folder'), join(root, 'backup/waybill')];
  mkdirSync(join(folder, 'state-1'), { recursive: true });
  writeFileSync(join(folder, 'state-1/manifest.json'), '{}');
  const socket = createServer().listen(join(folder, '.lock-7'));
  try {
    await once(socket, 'listening');
    const local = command
      .replace('FOLDER', folder)
      .replace('kubectl -n waybill exec -i deployment/tools -- ', '')
      .replaceAll('/backup/waybill', copy);
    const { status, stderr } = spawnSync('sh', ['-c', local], { encoding: 'utf8' });
    // GNU tar warns of a socket.
    assert.deepEqual([status, stderr], [0, '']);
    assert.deepEqual(readdirSync(copy, { recursive: true }).toSorted(), ['state-1', 'state-1/manifest.json']);
  } finally {
    socket.close();
    rmSync(root, { recursive: true });
  }
});

test('docker compose commands name services and profiles that the file has', () => {
  const { services } = parse(read('docker-compose.yml'));
  const profiles = new Set(Object.values(services).flatMap(({ profiles: own = [] }) => own));
  const commands = [
    ...operations.matchAll(
      /docker compose ((?:--?[a-z][^\s`]* (?:[^\s`]+ )??)*)(up|stop|exec|run|logs)([^\n`#]*)/g,
    ),
  ];
  assert.ok(commands.length > 8);
  for (const [all, options, verb, rest] of commands) {
    for (const [, profile] of options.matchAll(/--profile (\S+)/g)) {
      assert.ok(profiles.has(profile), all);
      // `--profile` replaces COMPOSE_PROFILES of `.env`: `up` would leave services of other profiles down, or on an
      // earlier version.
      assert.notEqual(verb, 'up', all);
    }
    const words = rest
      .trim()
      .split(/\s+/)
      .filter((word) => word !== '' && !word.startsWith('-'));
    const named = verb === 'up' || verb === 'stop' || verb === 'logs' ? words : words.slice(0, 1);
    for (const name of named) assert.ok(services[name], `${name} in: ${all}`);
  }
  const inSettings = [...operations.matchAll(/COMPOSE_PROFILES=([a-z,]+)/g)].flatMap(([, list]) =>
    list.split(','),
  );
  assert.deepEqual(new Set(inSettings), new Set(['backup', 'scan']));
  for (const profile of inSettings) assert.ok(profiles.has(profile), profile);
});
