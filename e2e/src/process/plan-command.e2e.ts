import { eventually } from '@waybill/testing';
import { spawnSync } from 'node:child_process';
import { OPERATOR } from '../support/program.js';
import { Standalone } from '../support/standalone.js';
import { ApiClient } from '../support/api-client.js';

describe('npm run plan', () => {
  let waybill: Standalone;
  beforeAll(async () => {
    waybill = await Standalone.start();
  });
  afterAll(() => waybill.dispose());

  const run = (...args: string[]) => {
    const { PATH = '', HOME = '' } = process.env;
    const { status, stdout, stderr } = spawnSync(process.execPath, [OPERATOR, 'plan', ...args], {
      env: { PATH, HOME, DATA_DIR: waybill.dataDir },
      encoding: 'utf8',
    });
    return { status, output: `${stdout}${stderr}`.trim() };
  };

  it('gives an account a plan beside a running Waybill, and without one', async () => {
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

  it('says in one sentence what is wrong', () => {
    expect(run('nobody@example.com', 'pro')).toEqual({
      status: 1,
      output: 'There is no account with this e-mail address',
    });
    expect(run('nobody@example.com', 'gold').output).toMatch(/^Usage: npm run plan/);
  });
});
