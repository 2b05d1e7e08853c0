import type { BundleView, FileRequestView, LinkView } from '@waybill/contracts';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { ApiClient } from '../support/api-client.js';
import { programEnvironment } from '../support/environment.js';
import { Standalone } from '../support/standalone.js';

const ROOT = resolve(__dirname, '../../..');
const CLIENT = 'http://localhost:5173';

describe('seed command', () => {
  let waybill: Standalone;
  beforeAll(async () => {
    // As with `npm run dev`, where the client has another port than the server.
    waybill = await Standalone.start({ PUBLIC_URL: CLIENT });
  });
  afterAll(() => waybill.dispose());

  const options = () => {
    const { port } = new URL(waybill.url);
    return { cwd: ROOT, env: { ...programEnvironment(), PORT: port, DATA_DIR: waybill.dataDir } };
  };
  const seed = async () =>
    (await promisify(execFile)(process.execPath, ['scripts/seed.mjs'], options())).stdout;

  /** Kills the command once it has printed `line`. */
  async function interruptSeed(line: string): Promise<void> {
    const program = spawn(process.execPath, ['scripts/seed.mjs'], options());
    const ended = once(program, 'exit');
    for await (const text of createInterface({ input: program.stdout })) if (text.startsWith(line)) break;
    program.kill('SIGKILL');
    expect(await ended).toEqual([null, 'SIGKILL']);
  }

  it('replaces what an interrupted run has made', async () => {
    await interruptSeed('Received');
    const credentials = /^Log in at \S+ as (\S+) with the password (\S+)$/m.exec(await seed()) ?? [];
    const [, email, password] = credentials;
    const owner = new ApiClient(waybill.url);
    await owner.json('POST', '/api/login', { email, password });
    const files = await owner.files();
    expect(files.filter(({ viewCount }) => viewCount > 0).length).toBeGreaterThan(8);
    const names = files.map(({ originalName }) => originalName);
    expect(new Set(names).size).toBe(names.length);
    for (const kind of ['bundles', 'requests'])
      expect(await (await owner.get(`/api/${kind}`)).json()).toHaveLength(1);
  });

  it('makes files, links, a bundle and a file request with visits, and prints the address of the client', async () => {
    const [, email, password] =
      new RegExp(`^Log in at ${CLIENT}/login as (\\S+) with the password (\\S+)$`, 'm').exec(await seed()) ??
      [];
    const owner = new ApiClient(waybill.url);
    expect((await owner.json('POST', '/api/login', { email, password })).status).toBe(200);

    const [received, ...files] = await owner.files();
    expect(received).toMatchObject({ originalName: 'Invoice 2027-014.pdf', deleteAt: { Valid: false } });
    expect(files.filter(({ viewCount }) => viewCount > 0).length).toBeGreaterThan(8);
    const linked = files.find(({ originalName }) => originalName.startsWith('Proposal'));
    const links = (await (await owner.get(`/api/files/${linked!.id}/links`)).json()) as LinkView[];
    expect(links).toMatchObject([
      { isFirst: true },
      { requireEmail: true },
      { isPasswordProtected: true },
      { isActive: false },
    ]);
    expect(links.every(({ viewCount }) => viewCount > 0)).toBe(true);
    const [bundle] = (await (await owner.get('/api/bundles')).json()) as BundleView[];
    expect(bundle).toMatchObject({ deleteAt: null, viewCount: 37 });
    const [request] = (await (await owner.get('/api/requests')).json()) as FileRequestView[];
    expect(request).toMatchObject({ state: 'open', filesReceived: 1 });

    expect(await seed()).toContain(`has ${files.length + 1} files already`);
    expect(await owner.files()).toHaveLength(files.length + 1);
  });
});
