import * as apps from 'kubernetes-models/apps/v1';
import * as autoscaling from 'kubernetes-models/autoscaling/v2';
import * as batch from 'kubernetes-models/batch/v1';
import * as networking from 'kubernetes-models/networking.k8s.io/v1';
import * as policy from 'kubernetes-models/policy/v1';
import * as core from 'kubernetes-models/v1';
import * as monitoring from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1';
import * as keda from '@kubernetes-models/keda/keda.sh/v1alpha1';

/** Validators of each kind, compiled from the OpenAPI schemas of Kubernetes, KEDA and the Prometheus operator. */
const groups = {
  v1: core,
  'apps/v1': apps,
  'autoscaling/v2': autoscaling,
  'batch/v1': batch,
  'keda.sh/v1alpha1': keda,
  'monitoring.coreos.com/v1': monitoring,
  'networking.k8s.io/v1': networking,
  'policy/v1': policy,
};

/**
 * @returns {string[]} where a manifest breaks its kind's schema: missing fields, wrong types, and unknown fields, which
 * the API server would drop or refuse
 */
export function faultsOf(manifest) {
  const model = groups[manifest.apiVersion]?.[manifest.kind];
  if (!model) return [`${manifest.apiVersion} ${manifest.kind} is no kind known here`];
  const watched = watch(manifest);
  try {
    model.prototype.validate.call(watched.value);
  } catch (error) {
    return [error.message];
  }
  return watched.unread().map((path) => `${path} is not in the schema`);
}

/** A value that records which of its fields were read. A validator reads every field that its schema knows. */
function watch(value, path = '') {
  if (value === null || typeof value !== 'object') return { value, unread: () => [] };
  const children = new Map(
    Object.entries(value).map(([key, child]) => [key, watch(child, `${path}/${key}`)]),
  );
  const read = new Set();
  return {
    value: new Proxy(value, {
      get(target, key) {
        read.add(key);
        return children.has(key) ? children.get(key).value : Reflect.get(target, key);
      },
    }),
    unread: () =>
      [...children].flatMap(([key, child]) => (read.has(key) ? child.unread() : [`${path}/${key}`])),
  };
}
