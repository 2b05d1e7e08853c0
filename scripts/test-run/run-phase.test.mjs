import assert from 'node:assert/strict';
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

test('the output of the only step of a phase is shown while it runs', async () => {
  const shown = [];
  await runPhase(
    [['one', script(`console.log('first'); setTimeout(() => console.log('last'), 100)`)]],
    (text) => shown.push(text),
  );
  assert.ok(shown.includes('first\n') && shown.includes('last\n'), shown.join('|'));
});
