import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../errors.js';
import { Program } from '../testing/program.js';
import { findCredentials } from './credentials.js';

describe('findCredentials', () => {
  let program: Program;
  beforeEach(async () => {
    program = await Program.logIn('http://localhost:3000');
    // A folder cannot be read as a file. Unlike a missing permission, this stops root too.
    await mkdir(join(program.folder, 'config/waybill/credentials.json'), { recursive: true });
  });
  afterEach(() => program.dispose());

  it('does not read the saved credentials when the environment has an address and a token', async () => {
    await expect(findCredentials()).resolves.toEqual({ url: 'http://localhost:3000', token: 'wb_x' });
  });

  it('reads a token of the environment without the line end, which no header may have', async () => {
    process.env['WAYBILL_TOKEN'] = 'wb_x\n';
    await expect(findCredentials()).resolves.toMatchObject({ token: 'wb_x' });
  });

  it('refuses a token of the environment with a line end within it', async () => {
    process.env['WAYBILL_TOKEN'] = 'wb_x\nwb_y';
    await expect(findCredentials()).rejects.toThrow(new UsageError('WAYBILL_TOKEN is no access token'));
  });
});
