import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { describeRendered, renderBase, workloadsOf } from './render.mjs';
import { component, dashboard, prometheusRule } from './write-monitoring.mjs';

const advice = 'run node scripts/kubernetes/write-monitoring.mjs';

test('the PrometheusRule and the dashboard of the component are those of deploy/observability', async () => {
  const written = (name) => readFileSync(join(component, name), 'utf8');
  assert.equal(written('prometheus-rule.yaml'), await prometheusRule(), advice);
  assert.equal(written('dashboard.json'), readFileSync(dashboard, 'utf8'), advice);
});

describeRendered('component monitoring', () => {
  const manifests = renderBase('backup', 'monitoring');

  const scraped = () => {
    const { spec } = manifests.find(({ kind }) => kind === 'PodMonitor');
    const [{ port }] = spec.podMetricsEndpoints;
    return workloadsOf(manifests).filter(({ labels, pod }) => {
      const isSelected = Object.entries(spec.selector.matchLabels).every(
        ([key, value]) => labels[key] === value,
      );
      return isSelected && pod.containers.some(({ ports = [] }) => ports.some(({ name }) => name === port));
    });
  };

  test('scrapes the metrics port of every process', () => assert.equal(scraped().length, 7));

  test('an alert watches that each of these processes is scraped', () => {
    const { spec } = manifests.find(({ kind }) => kind === 'PrometheusRule');
    const { expr } = spec.groups[0].rules.find(({ alert }) => alert === 'WaybillProcessMissing');
    const watched = [...expr.matchAll(/\{process=~"([\w-]+)\|standalone"\}/g)].map(([, name]) => name);
    const names = scraped().map(({ name }) => name);
    assert.deepEqual(watched.toSorted(), names.toSorted());
  });

  test('gives the dashboard the name and the label that Grafana looks for', () => {
    const { metadata, data } = manifests.find((manifest) => manifest.metadata.name === 'waybill-dashboard');
    assert.equal(metadata.labels.grafana_dashboard, '1');
    assert.ok(JSON.parse(data['waybill.json']).panels.length > 0);
  });
});
