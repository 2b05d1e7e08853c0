import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { parse, stringify } from 'yaml';

const root = join(import.meta.dirname, '../../deploy');
export const component = join(root, 'kubernetes/components/monitoring');
export const dashboard = join(root, 'observability/dashboard.json');

/** @returns {Promise<string>} the alerts as a PrometheusRule: kustomize reads no files outside of a component */
export async function prometheusRule() {
  const { groups } = parse(readFileSync(join(root, 'observability/alerts.yml'), 'utf8'));
  const rule = {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: { name: 'waybill' },
    spec: { groups },
  };
  const comment =
    '# Written from deploy/observability/alerts.yml by node scripts/kubernetes/write-monitoring.mjs.';
  const path = join(component, 'prometheus-rule.yaml');
  const options = { ...(await resolveConfig(path)), filepath: path };
  return format(`${comment}\n${stringify(rule)}`, options);
}

if (process.argv[1] === import.meta.filename) {
  writeFileSync(join(component, 'prometheus-rule.yaml'), await prometheusRule());
  copyFileSync(dashboard, join(component, 'dashboard.json'));
}
