import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { runPhase } from './run-phase.mjs';

const script = (code) => [process.execPath, '-e', code];

test('the steps of a phase keep their output together and report how they ended', async () => {
  let shown = '';
  const print = (word) => `process.stdout.write('${word} '); setTimeout(() => console.log('${word}'), 50)`;
  const results = await runPhase(
    [
      ['one', script(print('a'))],
      ['two', script(print('b'))],
      ['three', script('process.exit(3)')],
    ],
    (text) => (shown += text),
  );
  assert.match(shown, /a a\n/);
  assert.match(shown, /b b\n/);
  assert.match(shown, /✖ three/);
  assert.deepEqual(results.map(({ name, ok }) => [name, ok]).sort(), [
    ['one', true],
    ['three', false],
    ['two', true],
  ]);
});

test(
  'the output of the only step of a phase is shown while it runs',
  { timeout: 60_000 },
  async (context) => {
    const folder = await mkdtemp(join(tmpdir(), 'waybill-run-phase-'));
    context.after(() => rm(folder, { recursive: true }));
    const seen = join(folder, 'seen');
    const waiting = `console.log('first'); const timer = setInterval(() => { if (require('fs').existsSync(${JSON.stringify(seen)})) { console.log('last'); clearInterval(timer); } }, 10)`;
    let shown = '';
    await runPhase([['one', script(waiting)]], (text) => {
      shown += text;
      // Lets the step end only after its first output was shown.
      if (shown.includes('first\n')) writeFileSync(seen, '');
    });
    assert.match(shown, /first\nlast\n/);
  },
);
