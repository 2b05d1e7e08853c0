import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PROMOTION } from '../support/environment.js';
import type { Instance } from '../support/instance.js';
import { ApiClient } from '../support/api-client.js';
import { startInstance } from '../support/start-instance.js';

const ROOT = resolve(__dirname, '../../..');
const guide = readFileSync(join(ROOT, 'docs/api.md'), 'utf8');

/** Code of the blocks whose opening fence has this information string, in their order. */
function blocks(information: string): string[] {
  const fence = new RegExp(`^\`\`\`${information}\\n([^]*?)^\`\`\`$`, 'gm');
  return [...guide.matchAll(fence)].map(([, code = '']) => code);
}

describe('docs/api.md', () => {
  let waybill: Instance;
  let owner: ApiClient;
  let folder: string;
  let environment: NodeJS.ProcessEnv;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'waybill-guide-'));
    waybill = await startInstance(PROMOTION);
    owner = await ApiClient.signedIn(waybill.url);
    const token = await owner.accessToken('upload', 'read', 'manage');
    const { PATH = '', HOME = '' } = process.env;
    environment = { PATH, HOME, WAYBILL_URL: waybill.url, WAYBILL_TOKEN: token };
  });
  afterAll(async () => {
    await waybill.dispose();
    rmSync(folder, { recursive: true });
  });

  /** Runs a program without blocking the event loop: `fetch` must notice connections that close meanwhile. */
  async function run(program: string, ...args: string[]): Promise<string> {
    return (await promisify(execFile)(program, args, { cwd: folder, env: environment })).stdout;
  }

  it('the commands for curl in docs/api.md work from top to bottom, and leave nothing behind', async () => {
    const commands = blocks('sh');
    expect(commands.length).toBeGreaterThan(8);
    const output = await run('bash', '-euo', 'pipefail', '-c', commands.join('\n'));
    expect(output).toContain(`The link is ${waybill.url}/`);
    expect(output).toMatch(/\/l\/[a-z0-9]{12}$/m);
    expect(output).toContain('"code": "files.not-found"');
    expect(await owner.files()).toEqual([]);
  });

  it('the typed client and the receiver of webhooks in docs/api.md compile, and the client runs', async () => {
    const [program = ''] = blocks('ts');
    const [generate = ''] = blocks('sh generate');
    const [receiver = ''] = blocks('ts receiver');
    writeFileSync(join(folder, 'receiver.mts'), receiver);
    writeFileSync(join(folder, 'program.mts'), program);
    symlinkSync(join(require.resolve('openapi-fetch'), '../../..'), join(folder, 'node_modules'));
    // Runs the version in the lockfile, because `npx` would fetch the newest one.
    const generator = join(require.resolve('openapi-typescript'), '../../bin/cli.js');
    const command = generate.replace('npx openapi-typescript', `node ${generator}`);
    const id = await owner.upload({ name: 'typed.txt', bytes: Buffer.from('typed') });
    await run('bash', '-euo', 'pipefail', '-c', `WAYBILL=$WAYBILL_URL\n${command}`);
    const options = '--noEmit --strict --skipLibCheck --module nodenext --target es2023 --types node';
    await run(
      process.execPath,
      join(ROOT, 'node_modules/typescript-7/bin/tsc'),
      ...options.split(' '),
      'program.mts',
      'receiver.mts',
    );
    expect(await run(process.execPath, 'program.mts')).toBe('typed.txt 0\n');
    await owner.json('DELETE', `/api/files/${id}`);
  });
});
