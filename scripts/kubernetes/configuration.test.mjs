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

const root = join(import.meta.dirname, '../..');

/** A single machine's alone: a pod has no folder to keep. */
const notHere = ['DATA_DIR'];

/** What each process says it reads, from its build. */
async function readByProcess() {
  const built = (path) => import(join(root, path, 'dist/index.js'));
  const { variablesOf, commonVariables, migrationVariables } = await built('libs/composition');
  const [gateway, auth, files, sharing, analytics, billing] = await Promise.all(
    [
      'gateway',
      'services/auth',
      'services/files',
      'services/sharing',
      'services/analytics',
      'services/billing',
    ].map(built),
  );
  return {
    gateway: [...commonVariables, ...gateway.readByGateway],
    auth: variablesOf(auth.authProcess),
    files: variablesOf(files.filesApiProcess),
    'files-worker': variablesOf(files.filesWorkerProcess),
    sharing: variablesOf(sharing.sharingProcess),
    analytics: variablesOf(analytics.analyticsProcess),
    billing: [...variablesOf(billing.billingProcess(() => null)), ...Object.keys(billing.stripeEnv)],
    migrate: migrationVariables,
  };
}

const inExample = [
  ...readFileSync(join(root, '.env.example'), 'utf8').matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=/gm),
].map(([, name]) => name);

const sorted = (names) => [...new Set(names)].filter((name) => !notHere.includes(name)).sort();

describeRendered('configuration on Kubernetes', () => {
  for (const overlay of overlays) {
    const manifests = renderOverlay(overlay);
    const workloads = workloadsOf(manifests).filter(({ name, kind }) => kind === 'Job' || isProcess(name));

    describe(`in ${overlay}`, () => {
      test('each process is given what it reads, and nothing else', async () => {
        const reads = await readByProcess();
        for (const { name, pod } of workloads) {
          for (const container of pod.containers) {
            const given = Object.keys(environmentOf(container)).sort();
            assert.deepEqual(given, sorted(reads[name]), `${name}/${container.name}`);
          }
        }
      });

      test('every variable of .env.example has its place', () => {
        const given = workloads.flatMap(({ pod }) => pod.containers.flatMap(({ env }) => env));
        assert.deepEqual(sorted(given.map(({ name }) => name)), sorted(inExample));
      });

      test('what is a secret comes from a Secret, under its own name', () => {
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

      test('the ConfigMap holds what it has to, and nothing that nobody reads', () => {
        const [{ metadata, data }, ...others] = manifests.filter(({ kind }) => kind === 'ConfigMap');
        assert.deepEqual(others, []);
        const references = workloads
          .flatMap(({ pod }) => pod.containers.flatMap(({ env }) => env))
          .flatMap(({ valueFrom }) => valueFrom?.configMapKeyRef ?? []);
        assert.deepEqual([...new Set(references.map(({ name }) => name))], [metadata.name]);
        const needed = references.filter(({ optional }) => !optional).map(({ key }) => key);
        assert.deepEqual(
          needed.filter((key) => !(key in data)),
          [],
        );
        const known = references.map(({ key }) => key);
        assert.deepEqual(
          Object.keys(data).filter((key) => !known.includes(key)),
          [],
        );
      });

      test('Secrets that come with a server hold every key that somebody needs of them', () => {
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

  test('KEDA counts queues that there are', async () => {
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

  test('images have the version of the package', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const images = overlays.flatMap((overlay) =>
      workloadsOf(renderOverlay(overlay)).flatMap(({ pod }) => pod.containers.map(({ image }) => image)),
    );
    const ours = images.filter((image) => /(^|\/)waybill\/(?!minio)/.test(image));
    assert.deepEqual(
      ours.filter((image) => !image.endsWith(`:${version}`)),
      [],
    );
  });

  test('the object store has the version that its Dockerfile builds', () => {
    const dockerfile = readFileSync(join(root, 'deploy/docker/minio.Dockerfile'), 'utf8');
    const [, version] = /minio@v0\.0\.0-(\S+)/.exec(dockerfile);
    const tryOut = workloadsOf(renderOverlay('try-out')).find(({ name }) => name === 'object-store');
    assert.equal(tryOut.pod.containers[0].image, `waybill/minio:${version}`);
  });
});

function isProcess(name) {
  return ['gateway', 'auth', 'files', 'files-worker', 'sharing', 'analytics', 'billing'].includes(name);
}
