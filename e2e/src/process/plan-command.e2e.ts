import { eventually } from '@waybill/testing';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { OPERATOR } from '../support/program.js';
import { Standalone } from '../support/standalone.js';
import { ApiClient } from '../support/api-client.js';

describe('plan command', () => {
  let waybill: Standalone;
  beforeAll(async () => {
    waybill = await Standalone.start();
  });
  afterAll(() => waybill.dispose());

  const run = (...args: string[]) => runIn(waybill.dataDir, ...args);
  const runIn = (dataDir: string, ...args: string[]) => {
    const { PATH = '', HOME = '' } = process.env;
    const { status, stdout, stderr } = spawnSync(process.execPath, [OPERATOR, 'plan', ...args], {
      env: { PATH, HOME, DATA_DIR: dataDir },
      encoding: 'utf8',
    });
    return { status, output: `${stdout}${stderr}`.trim() };
  };

  it('sets the plan of an account with and without a running Waybill', async () => {
    const person = new ApiClient(waybill.url);
    const { email } = await person.signUpAndLogIn();
    const planOf = async () =>
      ((await (await person.get('/api/user')).json()) as { subscription: string }).subscription;

    expect(run(email.toUpperCase(), 'basic').status).toBe(0);
    await eventually(async () => expect(await planOf()).toBe('basic'));

    await waybill.stop();
    expect(run(email, 'pro')).toEqual({ status: 0, output: `${email} is on the pro plan now.` });
    await waybill.run();
    await eventually(async () => expect(await planOf()).toBe('pro'));
  });

  it('refuses a data folder in which no Waybill has started yet, and creates nothing there', () => {
    const dataDir = join(waybill.dataDir, 'none');
    expect(runIn(dataDir, 'nobody@example.com', 'pro')).toEqual({
      status: 1,
      output: `There is no Waybill in ${dataDir}.`,
    });
    expect(existsSync(dataDir)).toBe(false);
  });

  it('explains wrong arguments in one sentence', () => {
    expect(run('nobody@example.com', 'pro')).toEqual({
      status: 1,
      output: 'There is no account with this e-mail address',
    });
    expect(run('nobody@example.com', 'gold').output).toMatch(/^Usage: npm run plan/);
  });
});
