import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { mebibytes, millicores, sum } from './quantities.mjs';
import {
  describeRendered,
  environmentOf,
  renderBase,
  renderOverlay,
  renderWith,
  workloadsOf,
} from './render.mjs';

const scaling = readFileSync(join(import.meta.dirname, '../../docs/operations/scaling.md'), 'utf8');
const kubernetes = join(import.meta.dirname, '../../deploy/kubernetes');
const readme = readFileSync(join(kubernetes, 'README.md'), 'utf8');

describeRendered('policies of components for servers', () => {
  test('managed-public opens only TLS ports, and no private network', () => {
    const added = renderBase('managed-public').filter(({ metadata }) => metadata.name.endsWith('-public'));
    assert.equal(added.length, 2);
    for (const { metadata, spec } of added) {
      const [{ to, ports }] = spec.egress;
      assert.deepEqual(
        ports.map(({ port }) => port),
        metadata.name === 'to-mail-public' ? [465, 587] : [443],
      );
      const [four, six] = to.map(({ ipBlock }) => ipBlock);
      for (const network of ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16'])
        assert.ok(four.except.includes(network), network);
      assert.deepEqual([four.cidr, six.cidr], ['0.0.0.0/0', '::/0']);
      assert.deepEqual(six.except, ['fc00::/7', 'fe80::/10']);
    }
  });

  test('managed and managed-in-cluster allow the same servers and ports, by address and by namespace', () => {
    const rules = (component, suffix) =>
      renderBase(component)
        .filter(({ kind, metadata }) => kind === 'NetworkPolicy' && /^to-(?!webhooks$)/.test(metadata.name))
        .map(({ metadata, spec }) => [metadata.name.replace(suffix, ''), spec.podSelector, spec.egress[0]]);
    const byAddress = rules('managed', '');
    const byNamespace = rules('managed-in-cluster', '-in-cluster');
    const withoutPeers = (all) => all.map(([name, selector, { ports }]) => [name, selector, ports]);
    assert.equal(byAddress.length, 5);
    assert.deepEqual(withoutPeers(byNamespace), withoutPeers(byAddress));
    assert.ok(byAddress.every(([, , { to }]) => to.every(({ ipBlock }) => ipBlock)));
    assert.ok(byNamespace.every(([, , { to }]) => to.every(({ namespaceSelector }) => namespaceSelector)));
  });

  test('ipv6 makes every process listen on both address families', () => {
    const deployments = workloadsOf(renderBase('ipv6')).filter(({ kind }) => kind === 'Deployment');
    assert.equal(deployments.length, 7);
    for (const { name, pod } of deployments) {
      const { HOST, METRICS_HOST } = environmentOf(pod.containers[0]);
      assert.deepEqual([HOST, METRICS_HOST], [{ value: '::' }, { value: '::' }], name);
    }
  });

  test('private-ca gives the certificates to every container that connects to a server', () => {
    const pods = workloadsOf(renderBase('backup', 'private-ca'));
    assert.equal(pods.length, 10);
    for (const { name, pod } of pods) {
      for (const container of pod.containers) {
        const { NODE_EXTRA_CA_CERTS } = environmentOf(container);
        assert.deepEqual(NODE_EXTRA_CA_CERTS, { value: '/etc/waybill/ca/ca.crt' }, name);
        assert.ok(
          container.volumeMounts.some(({ mountPath }) => mountPath === '/etc/waybill/ca'),
          name,
        );
      }
    }
  });

  test('private-ca keeps /tmp the first volume, which the patches of other components and of the backup change', () => {
    const page = readFileSync(join(kubernetes, 'components/backup/README.md'), 'utf8');
    const { patches } = parse(/```yaml\n(.*?)```/s.exec(page)[1]);
    const pods = workloadsOf(
      renderWith({ components: ['backup', 'private-ca', 'scratch-volumes'] }, { patches }),
    );
    const volumesOf = (workload) => pods.find(({ name }) => name === workload).pod.volumes;
    for (const workload of ['backup', 'tools']) {
      const [first] = volumesOf(workload);
      assert.deepEqual(first, { name: 'tmp', emptyDir: { sizeLimit: '4Gi' } }, workload);
    }
    for (const { kind, name, pod } of pods) {
      if (kind === 'Job') continue;
      const names = pod.volumes.map((volume) => volume.name);
      assert.deepEqual([names[0], names.at(-1)], ['tmp', 'ca'], name);
    }
  });

  test('scratch-volumes mounts an ephemeral volume at /tmp of gateways and workers', () => {
    for (const name of ['gateway', 'files-worker']) {
      const { pod } = workloadsOf(renderBase('scratch-volumes')).find((one) => one.name === name);
      const [{ name: volume }] = pod.volumes.filter(({ ephemeral }) => ephemeral);
      const mount = pod.containers[0].volumeMounts.find((one) => one.name === volume);
      assert.equal(mount.mountPath, '/tmp', name);
    }
  });

  test("KEDA's addresses of servers in the cluster resolve from its own namespace", () => {
    const secrets = renderBase('rabbitmq', 'redis', 'keda').filter(({ kind }) => kind === 'Secret');
    const values = Object.assign({}, ...secrets.map(({ data }) => data));
    for (const key of ['RABBITMQ_URL', 'REDIS_ADDRESS'])
      assert.match(Buffer.from(values[key], 'base64').toString(), /\.waybill\.svc:/, key);
  });

  test('every trigger by queue length names its metric type, which KEDA 2.17.0 requires beside a fallback', () => {
    const scaled = renderBase('keda').filter(({ kind, spec }) => kind === 'ScaledObject' && spec.fallback);
    const triggers = scaled.flatMap(({ spec }) => spec.triggers).filter(({ type }) => type !== 'cpu');
    assert.equal(triggers.length, 8);
    for (const { metricType, metadata } of triggers)
      assert.equal(metricType, 'AverageValue', JSON.stringify(metadata));
  });

  test('docs/operations/scaling.md gives the connections to PostgreSQL that production needs', () => {
    const manifests = renderOverlay('production');
    const maxima = new Map(
      manifests
        .filter(({ kind }) => kind === 'ScaledObject')
        .map(({ spec }) => [spec.scaleTargetRef.name, spec.maxReplicaCount]),
    );
    const clients = workloadsOf(manifests).filter(
      ({ kind, name, labels }) => kind === 'Deployment' && name !== 'tools' && labels['reaches-database'],
    );
    const perReplica = 10;
    const atRest = sum(clients.map(({ replicas }) => replicas * perReplica));
    const most = sum(clients.map(({ name, replicas }) => (maxima.get(name) ?? replicas) * perReplica));
    // maxSurge is 1 in every Deployment.
    const release = most + clients.length * perReplica;
    assert.match(scaling, new RegExp(`needs\\s+${atRest} at rest`));
    assert.ok(
      scaling.includes(`${most} at the maxima of its autoscalers, and ${release} during a release then`),
      `${most}, ${release}`,
    );
  });

  test('the README gives the resources that try-out needs', () => {
    const workloads = workloadsOf(renderOverlay('try-out'));
    const requests = workloads.flatMap(({ replicas, pod }) =>
      pod.containers.map(({ resources }) => ({ replicas, ...resources.requests })),
    );
    const cores = sum(requests.map(({ replicas, cpu }) => replicas * millicores(cpu))) / 1000;
    const memory = sum(requests.map((one) => one.replicas * mebibytes(one.memory))) / 1024;
    const volumes = renderOverlay('try-out').flatMap(({ spec }) =>
      (spec?.volumeClaimTemplates ?? []).map((claim) => mebibytes(claim.spec.resources.requests.storage)),
    );
    const [, text] = /<!-- try-out:begin -->\s*(.*?)\s*<!-- try-out:end -->/s.exec(readme);
    // Rounded up to half a core and half a GiB.
    const halves = (value) => Math.ceil(value * 2) / 2;
    assert.equal(
      text,
      `A node with ${halves(cores)} cores and ${halves(memory)} GiB of free memory, and volumes of ` +
        `${sum(volumes) / 1024} GiB from a default StorageClass.`,
    );
  });
});
