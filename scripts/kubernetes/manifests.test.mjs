import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeRendered, components, overlays, renderBase, renderOverlay, workloadsOf } from './render.mjs';
import { faultsOf } from './schemas.mjs';

/** Two answers to one question: who runs a server, or how people come in. */
const alternatives = [
  ['managed', 'traefik'],
  ['postgresql', 'rabbitmq', 'redis', 'object-store', 'mail', 'ingress-nginx'],
];
const together = components.filter((name) => !alternatives.flat().includes(name));

const renderings = [
  ...overlays.map((name) => [`overlay ${name}`, () => renderOverlay(name)]),
  ['base alone', () => renderBase()],
  ...components.map((name) => [`base with ${name}`, () => renderBase(name)]),
  ...alternatives.map((names) => [
    `base with ${[...names, ...together].join(', ')}`,
    () => renderBase(...names, ...together),
  ]),
];

describeRendered('Kubernetes manifests', () => {
  for (const [name, render] of renderings) {
    test(`${name}: each keeps to its schema, and what it names of another is there`, () => {
      const manifests = render();
      const faults = manifests.flatMap((manifest) =>
        faultsOf(manifest).map((fault) => `${manifest.kind} ${manifest.metadata.name}: ${fault}`),
      );
      assert.deepEqual([...faults, ...danglingIn(manifests)], []);
    });
  }
});

/** Selectors, ports and targets that point at nothing. */
function danglingIn(manifests) {
  const workloads = workloadsOf(manifests);
  const picked = (selector) =>
    workloads.filter(({ labels }) =>
      Object.entries(selector).every(([label, value]) => labels[label] === value),
    );
  const listens = ({ pod }, port) =>
    pod.containers.some(({ ports = [] }) =>
      ports.some(({ name, containerPort }) => name === port || containerPort === port),
    );
  const services = new Map(
    manifests.filter(({ kind }) => kind === 'Service').map((service) => [service.metadata.name, service]),
  );
  const problems = [];
  const expect = (isWell, { kind, metadata }, problem) => {
    if (!isWell) problems.push(`${kind} ${metadata.name}: ${problem}`);
  };
  for (const manifest of manifests) {
    const { kind, spec } = manifest;
    if (kind === 'Service') {
      const pods = picked(spec.selector);
      expect(pods.length === 1, manifest, 'selects not exactly one workload');
      for (const { targetPort } of spec.ports) {
        expect(
          pods.every((pod) => listens(pod, targetPort)),
          manifest,
          `nobody listens on ${targetPort}`,
        );
      }
    }
    if (kind === 'PodDisruptionBudget') {
      expect(picked(spec.selector.matchLabels).length === 1, manifest, 'selects not exactly one workload');
    }
    if (kind === 'Ingress') {
      const backends = spec.rules.flatMap(({ http }) => http.paths.map(({ backend }) => backend.service));
      for (const { name, port } of backends) {
        const ports = services.get(name)?.spec.ports ?? [];
        expect(
          ports.some((each) => each.name === port.name),
          manifest,
          `no Service ${name} has the port`,
        );
      }
    }
    if (kind === 'HorizontalPodAutoscaler' || kind === 'ScaledObject') {
      const target = workloads.find(({ name }) => name === spec.scaleTargetRef.name);
      expect(target?.kind === 'Deployment', manifest, 'scales no Deployment');
    }
  }
  return problems;
}

test('the schemas refuse what is missing, of the wrong type, or unknown', () => {
  const service = (spec) => ({ apiVersion: 'v1', kind: 'Service', metadata: { name: 'x' }, spec });
  assert.deepEqual(faultsOf(service({ ports: [{ port: 80 }] })), []);
  assert.match(faultsOf(service({ ports: [{ name: 'http' }] }))[0], /port/);
  assert.match(faultsOf(service({ ports: [{ port: '80' }] }))[0], /port/);
  assert.deepEqual(faultsOf(service({ ports: [{ port: 80, nodeport: 1 }] })), [
    '/spec/ports/0/nodeport is not in the schema',
  ]);
  assert.deepEqual(faultsOf({ apiVersion: 'extensions/v1beta1', kind: 'Ingress' }), [
    'extensions/v1beta1 Ingress is no kind known here',
  ]);
});
