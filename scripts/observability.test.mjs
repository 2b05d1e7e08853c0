import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { liveRoutes, transferRoutes, uploadRoutes } from '../libs/contracts/dist/http/index.js';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'deploy/observability');
const read = (name) => readFileSync(join(folder, name), 'utf8');
const rulesOf = (name) => parse(read(name)).groups.flatMap((group) => group.rules);
const rules = rulesOf('alerts.yml');
const rulesOnServers = rulesOf('servers.yml');
const dashboard = JSON.parse(read('dashboard.json'));
const panels = dashboard.panels.filter(({ type }) => type !== 'row');

const promtool = (...args) => spawnSync('promtool', args, { cwd: folder, encoding: 'utf8' });
const skip = promtool('--version').error ? 'promtool is missing: install prometheus.' : false;

/** `WaybillOutboxLag` is `#waybill-outbox-lag`. */
const anchorOf = (alert) => alert.replaceAll(/(?<!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase();

test('every alert has a severity, a summary, a description and a runbook', () => {
  for (const { alert, labels, annotations } of [...rules, ...rulesOnServers]) {
    assert.match(labels.severity, /^(critical|warning)$/, alert);
    assert.ok(annotations.summary && annotations.description, alert);
    assert.equal(annotations.runbook_url, `{{ $externalLabels.waybill_runbooks }}#${anchorOf(alert)}`);
  }
});

test('every alert has a test case in which it fires', () => {
  const cases = read('alerts.test.yml');
  assert.deepEqual(
    rules.map(({ alert }) => alert).filter((alert) => !cases.includes(alert)),
    [],
  );
});

/** Patterns of routes in the alerts and in the dashboard. Prometheus compares them with the whole label. */
const routePatterns = (matcher) =>
  [...rules, ...panels.flatMap(({ targets }) => targets)]
    .flatMap(({ expr }) => [...expr.matchAll(matcher)])
    .map(([, pattern]) => new RegExp(`^(?:${pattern})$`));
/** A route as the gateway's metrics name it. */
const labelOf = ({ path }) => path.replaceAll(/\{(\w+)\}/g, ':$1');
const uploads = [transferRoutes.upload, ...Object.values(uploadRoutes)].map(labelOf);

test('the alerts and the dashboard count every request that uploads', () => {
  const patterns = routePatterns(/route=~?"([^"]*\/upload[^"]*)"/g);
  assert.ok(patterns.length > 0);
  for (const pattern of patterns) for (const route of uploads) assert.match(route, pattern);
});

test('the alerts and the dashboard count neither uploads nor live streams as slow requests', () => {
  const patterns = routePatterns(/route!~"([^"]+)"/g);
  assert.ok(patterns.length > 0);
  for (const pattern of patterns)
    for (const route of [...uploads, labelOf(liveRoutes.live)]) assert.match(route, pattern);
});

/** Labels of the metrics that the code creates, by their names. */
const metrics = Object.fromEntries(
  globSync('{gateway,standalone,operator,services/*,libs/*}/src/**/*.ts', { cwd: root })
    .filter((path) => !path.endsWith('.spec.ts'))
    .flatMap((path) => [
      ...readFileSync(join(root, path), 'utf8').matchAll(
        /metrics\.(?:counter|gauge|histogram)\(\{\s*name: '(\w+)',.*?labels: \[(.*?)\]/gs,
      ),
    ])
    .map(([, name, labels]) => [name, labels.replaceAll("'", '')]),
);

test('the table of metrics lists exactly the metrics of the code, with their labels', () => {
  const page = readFileSync(join(root, 'docs/observability.md'), 'utf8');
  const rows = [...page.matchAll(/^\| (`waybill_.+?`) +\| (.*?) *\|/gm)];
  const listed = rows.flatMap(([, names, labels]) =>
    names.split(', ').map((name) => [name.replaceAll('`', ''), labels]),
  );
  assert.equal(new Set(listed.map(([name]) => name)).size, listed.length);
  assert.deepEqual(Object.fromEntries(listed), metrics);
});

test('the alerts and the dashboard query metrics that exist', () => {
  const queries = [...rules, ...panels.flatMap(({ targets }) => targets)].map(({ expr }) => expr);
  const queried = queries.flatMap((expr) => expr.match(/\bwaybill_\w+/g) ?? []);
  assert.ok(queried.length > 50);
  const unknown = queried.filter((name) => !(name.replace(/_(bucket|count|sum)$/, '') in metrics));
  assert.deepEqual(unknown, []);
});

test('Prometheus accepts the alert rules', { skip }, () => {
  const { status, stdout, stderr } = promtool('check', 'rules', 'alerts.yml', 'servers.yml');
  assert.equal(status, 0, stdout + stderr);
});

test('the alerts fire in the cases of their tests, and only there', { skip }, () => {
  const { status, stdout, stderr } = promtool('test', 'rules', 'alerts.test.yml', 'servers.test.yml');
  assert.equal(status, 0, stdout + stderr);
});

test('Prometheus accepts the example configuration', { skip }, () => {
  const { status, stdout, stderr } = promtool('check', 'config', 'prometheus.yml');
  assert.equal(status, 0, stdout + stderr);
});

test('the dashboard selects processes by a pattern, because a PodMonitor names the job after its namespace, too', () => {
  const queries = JSON.stringify(dashboard);
  assert.match(queries, /job=~\\"\.\*waybill\.\*\\"/);
  assert.doesNotMatch(queries, /job=\\"/);
});

test('every panel of the dashboard has a title, a description and a query', () => {
  const ids = dashboard.panels.map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length);
  for (const { title, description, targets, fieldConfig } of panels) {
    assert.ok(title && description && fieldConfig.defaults.unit, title);
    assert.ok(targets.length > 0 && targets.every(({ expr }) => expr), title);
  }
});

test('no panel of the dashboard overlaps another', () => {
  const places = dashboard.panels.flatMap(({ title, gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, n) => [`${x + (n % w)},${y + Math.floor(n / w)}`, title]),
  );
  const taken = new Map();
  for (const [place, title] of places) {
    assert.ok(!taken.has(place), `${title} covers ${taken.get(place)}`);
    taken.set(place, title);
  }
});
