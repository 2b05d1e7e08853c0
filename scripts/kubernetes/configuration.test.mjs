import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import {
  describeRendered,
  environmentOf,
  overlays,
  renderBase,
  renderOverlay,
  workloadsOf,
} from './render.mjs';
import { readByProcess, readByTools, settingsInExample } from './variables.mjs';

const root = join(import.meta.dirname, '../..');

/** Variables of the standalone profile only: a pod has no data folder. */
const standaloneOnly = ['DATA_DIR', 'MIN_FREE_DISK_BYTES'];

const sorted = (names) => [...new Set(names)].filter((name) => !standaloneOnly.includes(name)).sort();

describeRendered('configuration on Kubernetes', () => {
  for (const overlay of overlays) {
    const manifests = renderOverlay(overlay);
    const workloads = workloadsOf(manifests).flatMap((workload) => {
      // The Job's name ends with a hash.
      if (workload.kind === 'Job') return [{ ...workload, name: 'migrate' }];
      return isProcess(workload.name) ? [workload] : [];
    });

    describe(`in ${overlay}`, () => {
      test('gives each process the variables that it reads, and no others', async () => {
        const reads = await readByProcess();
        for (const { name, pod } of workloads) {
          for (const container of pod.containers) {
            const given = Object.keys(environmentOf(container)).sort();
            assert.deepEqual(given, sorted(reads[name]), `${name}/${container.name}`);
          }
        }
      });

      test('gives every variable of .env.example to some process', () => {
        const given = workloads.flatMap(({ pod }) => pod.containers.flatMap(({ env }) => env));
        // Settings of backups belong to the component `backup`, whose commands are written in its manifests.
        const settings = settingsInExample.filter((name) => !name.startsWith('BACKUP_'));
        assert.deepEqual(sorted(given.map(({ name }) => name)), sorted(settings));
      });

      test('takes secrets from Secrets, under their own names', () => {
        const isSecret = (name) => /(SECRET|_KEY|HEADERS|(DATABASE|RABBITMQ|REDIS|SMTP)_URL)$/.test(name);
        for (const { name, pod } of workloads) {
          for (const [variable, source] of pod.containers.flatMap((one) =>
            Object.entries(environmentOf(one)),
          )) {
            const about = `${name}: ${variable}`;
            if (isSecret(variable)) assert.ok(source.secretKeyRef, about);
            assert.equal((source.secretKeyRef ?? source.configMapKeyRef)?.key ?? variable, variable, about);
          }
        }
      });

      test('generates ConfigMaps with all keys that pods need, and none that no pod reads', () => {
        const maps = manifests.filter(({ kind }) => kind === 'ConfigMap');
        const references = workloadsOf(manifests)
          .flatMap(({ pod }) => pod.containers.flatMap(({ env = [] }) => env))
          .flatMap(({ valueFrom }) => valueFrom?.configMapKeyRef ?? []);
        assert.deepEqual(
          [...new Set(references.map(({ name }) => name))].toSorted(),
          maps.map(({ metadata }) => metadata.name).toSorted(),
        );
        for (const { metadata, data } of maps) {
          const mine = references.filter(({ name }) => name === metadata.name);
          const needed = mine.filter(({ optional }) => !optional).map(({ key }) => key);
          assert.deepEqual(
            needed.filter((key) => !(key in data)),
            [],
          );
          const known = mine.map(({ key }) => key);
          // The ConfigMap of the migration Job also holds the values that its name depends on.
          if (!metadata.name.startsWith('migrate-'))
            assert.deepEqual(
              Object.keys(data).filter((key) => !known.includes(key)),
              [],
            );
        }
      });

      test('generates Secrets of servers with all keys that pods need', () => {
        const secrets = new Map(
          manifests
            .filter(({ kind }) => kind === 'Secret')
            .map(({ metadata, data }) => [metadata.name, data]),
        );
        for (const { name, pod } of workloads) {
          for (const { valueFrom } of pod.containers.flatMap(({ env }) => env)) {
            const { name: secret, key, optional = false } = valueFrom?.secretKeyRef ?? {};
            if (secrets.has(secret) && !optional) assert.ok(key in secrets.get(secret), `${name}: ${key}`);
          }
        }
      });
    });
  }

  test('gives the tools the servers and keys of the processes, from the same Secrets', () => {
    const containers = workloadsOf(renderBase('backup')).flatMap(({ name, pod }) =>
      pod.containers.map((container) => ({ name, container, given: environmentOf(container) })),
    );
    const tools = containers.filter(({ container }) => /\/tools(:|$)/.test(container.image));
    const processes = containers.filter(({ name }) => isProcess(name));
    assert.equal(tools.length, 2);
    for (const variable of readByTools) {
      const source = processes.find(({ given }) => given[variable])?.given[variable];
      assert.ok(source, variable);
      for (const { name, given } of tools) assert.deepEqual(given[variable], source, `${name}: ${variable}`);
    }
  });

  test('KEDA reads queues and lists that exist', async () => {
    const built = (path) => import(join(root, path));
    const { Topology } = await built('libs/bus/dist/adapters/rabbitmq/topology.js');
    const { PREFIX } = await built('libs/jobs/dist/adapters/redis.backend.js');
    const jobs = await Promise.all(
      [
        'services/files/dist/previews/make-preview.job.js',
        'services/files/dist/expiry/expire-file.job.js',
        'services/sharing/dist/outgoing-mails/outgoing-mail.job.js',
      ].map(built),
    );
    const names = jobs.flatMap((module) => Object.values(module)).map(({ name }) => name);
    const lists = names.map((name) => `${PREFIX}:${name}:wait`);
    const topology = new Topology('waybill', {});
    for (const { metadata, spec } of renderBase('keda').filter(({ kind }) => kind === 'ScaledObject')) {
      for (const { type, metadata: trigger } of spec.triggers) {
        if (type === 'rabbitmq') assert.equal(trigger.queueName, topology.eventQueue(metadata.name));
        if (type === 'redis') assert.ok(lists.includes(trigger.listName), trigger.listName);
      }
    }
  });

  test('images have the version of package.json', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const images = overlays.flatMap((overlay) =>
      workloadsOf(renderOverlay(overlay)).flatMap(({ pod }) => pod.containers.map(({ image }) => image)),
    );
    const ours = images.filter((image) => /(^|\/)waybill\/(?!minio)/.test(image));
    assert.ok(ours.length > 0);
    assert.deepEqual(
      ours.filter((image) => !image.endsWith(`:${version}`)),
      [],
    );
  });

  test('the object store has the version that its Dockerfile builds', () => {
    const dockerfile = readFileSync(join(root, 'deploy/docker/minio.Dockerfile'), 'utf8');
    const [, version] = /minio@v0\.0\.0-(\S+)/.exec(dockerfile);
    const tryOut = workloadsOf(renderOverlay('try-out')).find(({ name }) => name === 'object-store');
    assert.equal(tryOut.pod.containers[0].image, `localhost/waybill/minio:${version}`);
    const compose = readFileSync(join(root, 'docker-compose.yml'), 'utf8');
    assert.ok(compose.includes(`/minio:${version}\n`));
  });

  test('the object store deletes no upload that people continue for days', () => {
    const { pod } = workloadsOf(renderOverlay('try-out')).find(({ name }) => name === 'object-store');
    const expiry = pod.containers[0].env.find(({ name }) => name === 'MINIO_API_STALE_UPLOADS_EXPIRY');
    assert.equal(expiry?.value, '8760h');
  });
});

function isProcess(name) {
  return ['gateway', 'auth', 'files', 'files-worker', 'sharing', 'analytics', 'billing'].includes(name);
}
