import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { describe, test } from 'node:test';
import { parseAllDocuments, stringify } from 'yaml';
import { findProgram } from '../system-packages.mjs';
import { WITHOUT_COLLECTION } from './go-memory.mjs';

const root = join(import.meta.dirname, '../../deploy/kubernetes');

const kubectl = findProgram('kubectl');
const kustomize = findProgram('kustomize');
const command = kubectl ? [kubectl, 'kustomize'] : kustomize && [kustomize, 'build'];

/** Runs the tests on rendered manifests, or one skipped test that gives the reason. */
export function describeRendered(name, body) {
  if (command) describe(name, body);
  else test(name, { skip: 'kubectl and kustomize are missing, and so is Go to build kustomize' });
}

export const overlays = readdirSync(join(root, 'overlays'))
  .filter((name) => !name.startsWith('.'))
  .sort();
export const components = readdirSync(join(root, 'components')).sort();

/**
 * @param {(text: string) => string} [change] edits a copy of the overlay's kustomization, as an operator would
 * @returns {object[]} the manifests of one overlay, as `kubectl apply` would send them
 */
export function renderOverlay(name, change) {
  const folder = join(root, 'overlays', name);
  if (!change) return render(folder);
  const copy = join(root, 'overlays', `.${name}-${process.pid}`);
  cpSync(folder, copy, { recursive: true });
  try {
    const file = join(copy, 'kustomization.yaml');
    writeFileSync(file, change(readFileSync(file, 'utf8')));
    return render(copy);
  } finally {
    rmSync(copy, { recursive: true });
  }
}

/** @returns {object[]} the manifests of the base with these components, in this order */
export function renderBase(...names) {
  return renderWith({ components: names });
}

/**
 * @param {{ components?: string[], overlay?: string }} of the overlay to render (default: the base), and
 * components to add
 * @param {object} kustomization further fields of the kustomization, for example `images`
 * @returns {object[]} the manifests
 */
export function renderWith({ overlay, components: names = [] }, kustomization = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-kustomize-'));
  try {
    const at = (...path) => relative(folder, join(root, ...path));
    const content = {
      namespace: 'waybill',
      resources: [overlay ? at('overlays', overlay) : at('base')],
      components: names.map((name) => at('components', name)),
      ...kustomization,
    };
    writeFileSync(join(folder, 'kustomization.yaml'), stringify(content));
    return render(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function render(folder) {
  const [program, verb] = command;
  const { status, stdout, stderr } = spawnSync(program, [verb, folder], {
    encoding: 'utf8',
    env: { ...process.env, ...WITHOUT_COLLECTION },
  });
  if (status !== 0) throw new Error(stderr);
  return parseAllDocuments(stdout).map((document) => {
    if (document.errors.length > 0) throw document.errors[0];
    return document.toJS();
  });
}

const podTemplates = {
  Deployment: ({ spec }) => spec.template,
  StatefulSet: ({ spec }) => spec.template,
  Job: ({ spec }) => spec.template,
  CronJob: ({ spec }) => spec.jobTemplate.spec.template,
};

/**
 * @returns {{ kind, name, replicas, labels, pod }[]} every manifest that runs pods. `labels` and `pod` are the labels
 * and the spec of its pods.
 */
export function workloadsOf(manifests) {
  return manifests.flatMap((manifest) => {
    const template = podTemplates[manifest.kind]?.(manifest);
    if (!template) return [];
    const { kind, metadata, spec } = manifest;
    // A missing number belongs to an autoscaler, which keeps at least two replicas.
    const replicas = { Job: spec.parallelism, CronJob: 1 }[kind] ?? spec.replicas ?? 2;
    return [{ kind, name: metadata.name, replicas, labels: template.metadata.labels, pod: template.spec }];
  });
}

/** @returns {Record<string, object>} a container's environment: the source of each variable */
export function environmentOf({ env = [] }) {
  return Object.fromEntries(env.map(({ name, value, valueFrom }) => [name, valueFrom ?? { value }]));
}
