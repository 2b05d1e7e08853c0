import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  describeRendered,
  components,
  overlays,
  renderBase,
  renderOverlay,
  renderWith,
  workloadsOf,
} from './render.mjs';
import { faultsOf } from './schemas.mjs';

/** Components that exclude each other: servers in or outside the cluster, and the ingress controllers. */
const alternatives = [
  ['managed', 'managed-in-cluster', 'managed-public', 'traefik'],
  ['postgresql', 'rabbitmq', 'redis', 'object-store', 'mail', 'ingress-nginx'],
];
// Comes last, because it changes manifests of the other components.
const last = 'private-ca';
const together = [...components.filter((name) => !alternatives.flat().includes(name) && name !== last), last];

/** Renders at its first call: a rendering takes a second. */
function once(render) {
  let manifests;
  return () => (manifests ??= render());
}

const plainRenderings = [
  ...overlays.map((name) => [`overlay ${name}`, once(() => renderOverlay(name))]),
  ['base alone', once(() => renderBase())],
  ...components.map((name) => [`base with ${name}`, once(() => renderBase(name))]),
];
const renderings = [
  ...plainRenderings,
  ...alternatives.map((names) => [
    `base with ${[...names, ...together].join(', ')}`,
    once(() => renderBase(...names, ...together)),
  ]),
];

const readme = readFileSync(join(import.meta.dirname, '../../deploy/kubernetes/README.md'), 'utf8');
/** Secrets and ConfigMaps that the operator creates: rows of the README's table. */
const created = [...readme.matchAll(/^\| `(waybill-[\w-]+)`/gm)].map(([, name]) => name);

describeRendered('Kubernetes manifests', () => {
  for (const [name, render] of renderings) {
    test(`${name}: every manifest matches its schema, and every reference resolves`, () => {
      const manifests = render();
      const faults = manifests.flatMap((manifest) =>
        faultsOf(manifest).map((fault) => `${manifest.kind} ${manifest.metadata.name}: ${fault}`),
      );
      assert.deepEqual([...faults, ...danglingIn(manifests)], []);
    });

    test(`${name}: every Secret, ConfigMap and volume claim is generated, or is in the README's table`, () => {
      const manifests = render();
      const inManifests = manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
      const missing = manifests
        .flatMap((manifest) => referencesIn(manifest).map((reference) => ({ manifest, ...reference })))
        .filter(({ kind, name }) => !inManifests.includes(`${kind} ${name}`))
        // The names of generated objects end with a hash, those of objects that the operator creates do not.
        .filter(
          ({ kind, name }) =>
            !created.includes(name) ||
            inManifests.some((one) => new RegExp(`^${kind} ${name}-[a-z0-9]{10}$`).test(one)),
        )
        .map(
          ({ manifest, kind, name }) => `${manifest.kind} ${manifest.metadata.name} names ${kind} ${name}`,
        );
      assert.deepEqual(missing, []);
    });
  }

  test('a Job whose template differs has another name, as a template is immutable', () => {
    const settings = (literal) => ({
      configMapGenerator: [{ name: 'waybill', behavior: 'merge', literals: [literal] }],
    });
    const all = [
      ...plainRenderings.map(([, render]) => render()),
      renderWith({}, settings('LOG_LEVEL=debug')),
      renderWith({}, settings('CONTACT_EMAIL=you@waybill.example')),
      renderOverlay('production', upgrade),
    ];
    const templates = new Map();
    for (const { metadata, spec } of all.flatMap((manifests) => manifests.filter(isJob))) {
      const template = JSON.stringify(spec.template);
      assert.equal(templates.get(metadata.name) ?? template, template, metadata.name);
      templates.set(metadata.name, template);
    }
    // One template each: base, postgresql, private-ca, try-out, production, and production in another version.
    assert.equal(templates.size, 6);
  });
});

function isJob({ kind }) {
  return kind === 'Job';
}

/** Replaces the version as an operator does for an upgrade. */
function upgrade(text) {
  return text.replaceAll(/newTag: [\w.]+/g, 'newTag: 9.9.9');
}

/** @returns {{ kind: string, name: string }[]} required objects that a manifest names, from any depth */
function referencesIn(value) {
  if (value === null || typeof value !== 'object') return [];
  const named = [
    ['Secret', value.secretKeyRef],
    ['Secret', value.secretRef],
    ['ConfigMap', value.configMapKeyRef],
    ['ConfigMap', value.configMapRef],
    ['ConfigMap', value.configMap],
  ].flatMap(([kind, reference]) => (reference?.name ? [{ kind, name: reference.name }] : []));
  const others = [
    ...(typeof value.secretName === 'string' ? [{ kind: 'Secret', name: value.secretName }] : []),
    ...(value.secret?.secretName ? [{ kind: 'Secret', name: value.secret.secretName }] : []),
    ...(value.secretTargetRef ?? []).map(({ name }) => ({ kind: 'Secret', name })),
    ...(value.claimName ? [{ kind: 'PersistentVolumeClaim', name: value.claimName }] : []),
  ];
  return [...named, ...others, ...Object.values(value).flatMap(referencesIn)];
}
/** @returns {string[]} selectors, ports and scaling targets that match nothing */
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
  const expect = (holds, { kind, metadata }, problem) => {
    if (!holds) problems.push(`${kind} ${metadata.name}: ${problem}`);
  };
  for (const manifest of manifests) {
    const { kind, spec } = manifest;
    if (kind === 'Service') {
      const pods = picked(spec.selector);
      expect(pods.length === 1, manifest, 'does not select exactly one workload');
      for (const { targetPort } of spec.ports) {
        expect(
          pods.every((pod) => listens(pod, targetPort)),
          manifest,
          `no container listens on ${targetPort}`,
        );
      }
    }
    if (kind === 'PodDisruptionBudget') {
      expect(
        picked(spec.selector.matchLabels).length === 1,
        manifest,
        'does not select exactly one workload',
      );
    }
    if (kind === 'Ingress') {
      const backends = spec.rules.flatMap(({ http }) => http.paths.map(({ backend }) => backend.service));
      for (const { name, port } of backends) {
        const ports = services.get(name)?.spec.ports ?? [];
        expect(
          ports.some((each) => each.name === port.name),
          manifest,
          `no Service ${name} with that port`,
        );
      }
    }
    if (kind === 'HorizontalPodAutoscaler' || kind === 'ScaledObject') {
      const target = workloads.find(({ name }) => name === spec.scaleTargetRef.name);
      expect(target?.kind === 'Deployment', manifest, 'does not scale a Deployment');
    }
  }
  return problems;
}

test('schemas report missing fields, wrong types and unknown fields', () => {
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
