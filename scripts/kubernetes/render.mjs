import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { describe, test } from 'node:test';
import { parseAllDocuments, stringify } from 'yaml';
import { findProgram } from '../system-packages.mjs';

const root = join(import.meta.dirname, '../../deploy/kubernetes');

const kubectl = findProgram('kubectl');
const kustomize = findProgram('kustomize');
const command = kubectl ? [kubectl, 'kustomize'] : kustomize && [kustomize, 'build'];

/** Tests of what is rendered, or one that is skipped and says why nothing can be. */
export function describeRendered(name, body) {
  if (command) describe(name, body);
  else test(name, { skip: 'neither kubectl nor kustomize is here, nor Go to build the latter' });
}

export const overlays = readdirSync(join(root, 'overlays')).sort();
export const components = readdirSync(join(root, 'components')).sort();

/** @returns {object[]} the manifests of one overlay, as they would be applied */
export function renderOverlay(name) {
  return render(join(root, 'overlays', name));
}

/** @returns {object[]} the manifests of the base with these components, in this order */
export function renderBase(...names) {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-kustomize-'));
  try {
    const at = (...path) => relative(folder, join(root, ...path));
    const kustomization = {
      namespace: 'waybill',
      resources: [at('base')],
      components: names.map((name) => at('components', name)),
    };
    writeFileSync(join(folder, 'kustomization.yaml'), stringify(kustomization));
    return render(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function render(folder) {
  const [program, verb] = command;
  const { status, stdout, stderr } = spawnSync(program, [verb, folder], { encoding: 'utf8' });
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
};

/** @returns {{ kind, name, replicas, labels, pod }[]} whatever runs pods: `labels` are the pods', `pod` their spec */
export function workloadsOf(manifests) {
  return manifests.flatMap((manifest) => {
    const template = podTemplates[manifest.kind]?.(manifest);
    if (!template) return [];
    const { kind, metadata, spec } = manifest;
    // Without a number it is an autoscaler's, which keeps two at least.
    const replicas = kind === 'Job' ? spec.parallelism : (spec.replicas ?? 2);
    return [{ kind, name: metadata.name, replicas, labels: template.metadata.labels, pod: template.spec }];
  });
}

/** @returns {Record<string, object>} a container's environment: its name, and where each value comes from */
export function environmentOf({ env = [] }) {
  return Object.fromEntries(env.map(({ name, value, valueFrom }) => [name, valueFrom ?? { value }]));
}
