import { spawnSync } from 'node:child_process';
import { OPERATOR } from '../support/program.js';
import { Standalone } from '../support/standalone.js';

describe('dead-letters command', () => {
  let waybill: Standalone;
  beforeAll(async () => {
    waybill = await Standalone.start();
  });
  afterAll(() => waybill.dispose());

  const run = (...args: string[]) => {
    const { PATH = '', HOME = '' } = process.env;
    const { status, stdout, stderr } = spawnSync(process.execPath, [OPERATOR, 'dead-letters', ...args], {
      env: { PATH, HOME, DATA_DIR: waybill.dataDir },
      encoding: 'utf8',
    });
    return { status, output: `${stdout}${stderr}`.trim() };
  };

  it('lists dead letters with and without a running Waybill', async () => {
    expect(run('list')).toEqual({ status: 0, output: 'There are no dead letters.' });
    await waybill.stop();
    expect(run('list')).toEqual({ status: 0, output: 'There are no dead letters.' });
  });

  it('explains wrong arguments in one sentence', () => {
    expect(run('show', 'nothing')).toEqual({ status: 1, output: 'There is no dead letter nothing.' });
    expect(run('burn').output).toMatch(/^Usage: npm run dead-letters/);
  });
});
