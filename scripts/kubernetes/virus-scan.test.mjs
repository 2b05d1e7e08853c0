import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse, parseAllDocuments } from 'yaml';
import { describeRendered, renderBase, workloadsOf } from './render.mjs';

const deploy = join(import.meta.dirname, '../../deploy');
const manifest = join(deploy, 'kubernetes/components/virus-scan/clamd.yaml');
const FRESHCLAM = '#!/bin/sh\necho "freshclam $*"\nexit 7\n';

/** Runs the init container's command with a freshclam that fails, as without a mirror. */
function startWith(...signatures) {
  const [{ spec }] = parseAllDocuments(readFileSync(manifest, 'utf8')).map((document) => document.toJS());
  const [{ command }] = spec.template.spec.initContainers;
  const folder = mkdtempSync(join(tmpdir(), 'waybill-signatures-'));
  try {
    writeFileSync(join(folder, 'freshclam'), FRESHCLAM, { mode: 0o755 });
    for (const name of signatures) writeFileSync(join(folder, name), '');
    const [program, ...args] = command.map((each) => each.replaceAll('/var/lib/clamav', folder));
    const env = { PATH: `${folder}:${process.env.PATH}` };
    const { status, stdout } = spawnSync(program, args, { env, encoding: 'utf8' });
    return { status, stdout };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('clamd starts without the mirror of signatures when its volume has them', () => {
  for (const signatures of [
    ['main.cvd', 'daily.cvd'],
    ['main.cvd', 'daily.cld'],
    ['main.cld', 'daily.cld'],
  ])
    assert.deepEqual(startWith(...signatures), { status: 0, stdout: '' });
});

test('clamd waits for the signatures that its volume lacks', () => {
  const fetched = 'freshclam --config-file=/etc/waybill/freshclam.conf --stdout\n';
  for (const signatures of [[], ['main.cvd'], ['daily.cld'], ['main.cvd', 'bytecode.cvd']])
    assert.deepEqual(startWith(...signatures), { status: 7, stdout: fetched });
});

test('the clamd of compose and of Kubernetes reports what is beyond its limits', () => {
  const compose = parse(readFileSync(join(deploy, '../docker-compose.yml'), 'utf8'));
  const component = readFileSync(join(deploy, 'kubernetes/components/virus-scan/clamd.conf'), 'utf8');
  for (const settings of [compose.configs.clamd.content, component])
    assert.match(settings, /^AlertExceedsMax yes$/m);
});

describeRendered('component virus-scan', () => {
  test('lets files and the files worker connect to clamd, and no other process', () => {
    const connecting = workloadsOf(renderBase('virus-scan'))
      .filter(({ labels }) => labels['reaches-clamd'] === 'true')
      .map(({ name }) => name);
    assert.deepEqual(connecting.sort(), ['files', 'files-worker']);
  });
});
