import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { runPhase } from './run-phase.mjs';

const script = (code) => [process.execPath, '-e', code];

/** Path of a file that does not exist, in a folder that is removed after the test. */
async function missingFile(context) {
  const folder = await mkdtemp(join(tmpdir(), 'waybill-run-phase-'));
  context.after(() => rm(folder, { recursive: true }));
  return join(folder, 'seen');
}

/** Step that prints "first", and "last" when the file exists. */
const waitingFor = (file) =>
  script(`
    console.log('first');
    const timer = setInterval(() => {
      if (!require('node:fs').existsSync(${JSON.stringify(file)})) return;
      console.log('last');
      clearInterval(timer);
    }, 10);`);

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
    const seen = await missingFile(context);
    let shown = '';
    await runPhase([['one', waitingFor(seen)]], (text) => {
      shown += text;
      // Lets the step end only after its first output was shown.
      if (shown.includes('first\n')) writeFileSync(seen, '');
    });
    assert.match(shown, /first\nlast\n/);
  },
);

test(
  'the output of the last step that runs is shown while it runs, once the others have ended',
  { timeout: 60_000 },
  async (context) => {
    const seen = await missingFile(context);
    let shown = '';
    await runPhase(
      [
        ['one', waitingFor(seen)],
        ['two', script("console.log('other')")],
      ],
      (text) => {
        shown += text;
        if (shown.includes('first\n')) writeFileSync(seen, '');
      },
    );
    assert.match(shown, /other\n✔ two .*\n\n[^]*first\nlast\n/);
  },
);
