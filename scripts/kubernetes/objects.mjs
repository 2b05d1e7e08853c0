/** Kubernetes objects made of the rendered manifests, to apply them to a cluster. */

export function listOf(items) {
  return { apiVersion: 'v1', kind: 'List', items };
}

/** Moves the manifests of an overlay to another namespace. */
export function inNamespace(manifests, namespace) {
  return manifests.map((manifest) => {
    const metadata = { ...manifest.metadata };
    if (manifest.kind === 'Namespace') metadata.name = namespace;
    else metadata.namespace = namespace;
    return { ...manifest, metadata };
  });
}

export function podOf({ kind, name, labels, pod }, namespace) {
  // Kubernetes allows unlimited restarts for a plain Pod, but not for the template of a Job.
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: `${kind.toLowerCase()}-${name}`, namespace, labels },
    spec: withClaims(pod),
  };
}

/** Adds a volume for each claim template, as a StatefulSet does. */
function withClaims(pod) {
  const declared = new Set((pod.volumes ?? []).map(({ name }) => name));
  const mounted = [...(pod.initContainers ?? []), ...pod.containers].flatMap(({ volumeMounts = [] }) =>
    volumeMounts.map(({ name }) => name),
  );
  const claims = [...new Set(mounted)].filter((name) => !declared.has(name));
  const added = claims.map((name) => ({ name, persistentVolumeClaim: { claimName: name } }));
  return { ...pod, volumes: [...(pod.volumes ?? []), ...added] };
}

export function definitionOf([group, version, kind, plural]) {
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { kind, plural, singular: kind.toLowerCase() },
      versions: [{ name: version, served: true, storage: true, schema }],
    },
  };
}

/** Status of a pod of a Job whose containers run after so many restarts. */
export function runningAfter(restartCount, job) {
  const containerStatuses = job.spec.template.spec.containers.map(({ name, image }) => ({
    name,
    image,
    imageID: '',
    ready: false,
    restartCount,
    state: { running: {} },
  }));
  return { status: { phase: 'Running', containerStatuses } };
}
