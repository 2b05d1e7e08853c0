import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  realpath,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { docx, eventually, type TemporaryFolder, temporaryFolder } from '@waybill/testing';
import { type BuiltChild, buildPreviewChild } from '../testing/build-preview-child.js';
import { officeProfileFolder, officeSocketName } from './office-profile-folder.js';
import { PreviewPostponedError } from './preview-errors.js';
import { PreviewMaker } from './preview-maker.js';
import { previewLimits } from './preview.limits.js';
import { noSandbox, type Sandbox } from './sandbox/sandbox.js';
import type { PreviewTask } from './preview-task.js';

const soffice = '/usr/bin/soffice';
const bubblewrap: Sandbox = { bubblewrapPath: '/usr/bin/bwrap', uid: null };
const sandboxes = [
  ['without a sandbox', noSandbox],
  ['in bubblewrap', bubblewrap],
] as const;
const never = new AbortController().signal;
let child: BuiltChild;
let folder: TemporaryFolder;

beforeAll(async () => {
  child = await buildPreviewChild();
});
afterAll(() => child.remove());
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

async function make(
  kind: PreviewTask['kind'],
  bytes: Uint8Array | string,
  {
    ending = kind,
    sofficePath = soffice,
    signal = never,
    sandbox = bubblewrap,
  }: { ending?: string; sofficePath?: string; signal?: AbortSignal; sandbox?: Sandbox } = {},
) {
  const input = join(folder.path, `input.${ending}`);
  await writeFile(input, bytes);
  const task = { kind, input, folder: folder.path, sofficePath, ffmpegPath: null };
  return new PreviewMaker(child.path, sandbox).make(task, signal);
}

describe.each(sandboxes)('child process of PreviewMaker %s', (_name, sandbox) => {
  /** A converter that hangs, starts a child, and writes process ids, environment and limits to files. */
  async function hangingConverter(): Promise<string> {
    const path = join(folder.path, 'hang.sh');
    const lines = [
      '#!/bin/sh',
      'env > env',
      'ulimit -d > memory',
      'ulimit -t > cpu',
      'sleep 600 &',
      'echo $! $$ > pids',
      'wait',
    ];
    await writeFile(path, lines.join('\n'));
    await chmod(path, 0o700);
    return path;
  }

  const contentOf = (name: string) => readFile(join(folder.path, name), 'utf8');

  const pids = () =>
    eventually(async () => {
      const text = await contentOf('pids');
      expect(text).toMatch(/^\d+ \d+\n$/);
      return text.trim().split(' ').map(Number);
    });

  /** Whether a process works in the folder, even if that was removed. Process ids differ inside a sandbox. */
  async function isInFolder(pid: string): Promise<boolean> {
    const place = await readlink(`/proc/${pid}/cwd`).catch(() => '');
    return place.startsWith(folder.path);
  }

  const expectAllEnded = () =>
    eventually(async () => {
      for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name)))
        expect(await isInFolder(pid)).toBe(false);
    });

  it('a preview process is killed with all its children when the job is cancelled', async () => {
    const closing = new AbortController();
    const converter = await hangingConverter();
    const making = make('office', docx('x'), {
      ending: 'docx',
      sofficePath: converter,
      signal: closing.signal,
      sandbox,
    });
    await pids();
    closing.abort(new Error('closing'));
    await expect(making).rejects.toThrow('closing');
    await expectAllEnded();
  });

  it('a preview process is killed with all its children at its deadline, and the preview is tried again later', async () => {
    const hasty = { ...previewLimits, office: { ...previewLimits.office, deadlineMs: 6_000 } };
    const input = join(folder.path, 'input.docx');
    await writeFile(input, docx('x'));
    const task = {
      kind: 'office',
      input,
      folder: folder.path,
      sofficePath: await hangingConverter(),
      ffmpegPath: null,
    } as const;
    await expect(new PreviewMaker(child.path, sandbox, hasty).make(task, never)).rejects.toThrow(
      PreviewPostponedError,
    );
    await pids();
    await expectAllEnded();
  });

  it('ends with all its children when its worker is killed', async () => {
    const input = join(folder.path, 'input.docx');
    await writeFile(input, docx('x'));
    const task: PreviewTask = {
      kind: 'office',
      input,
      folder: folder.path,
      sofficePath: await hangingConverter(),
      ffmpegPath: null,
    };
    const alone = spawn(process.execPath, [child.path, JSON.stringify(task)], {
      cwd: folder.path,
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    await pids();
    alone.stdin.destroy();
    await expectAllEnded();
  });

  it('a preview process has resource limits and does not see the environment of its worker', async () => {
    const closing = new AbortController();
    process.env.SESSION_SECRET = 'a-secret-value';
    const converter = await hangingConverter();
    const making = make('office', docx('x'), {
      ending: 'docx',
      sofficePath: converter,
      signal: closing.signal,
      sandbox,
    });
    await pids();
    closing.abort(new Error('closing'));
    await expect(making).rejects.toThrow('closing');
    delete process.env.SESSION_SECRET;
    await expect(contentOf('env')).resolves.not.toContain('a-secret-value');
    await expect(contentOf('memory')).resolves.toBe(`${previewLimits.office.memory * 1024}\n`);
    await expect(contentOf('cpu')).resolves.toBe(`${previewLimits.office.cpuSeconds}\n`);
  });

  it('a preview process is killed with its folder when its worker exits, even while it computes', async () => {
    // A busy event loop, as of PDFium on a slow page, never notices that standard input closed.
    const busy = join(folder.path, 'busy.mjs');
    await writeFile(
      busy,
      `import { writeFileSync } from 'node:fs';
       writeFileSync(${JSON.stringify(join(folder.path, 'pids'))}, process.pid + ' ' + process.pid + '\\n');
       for (;;);`,
    );
    const script = `
      import { PreviewMaker } from ${JSON.stringify(join(child.folder, 'preview-maker.js'))};
      import { TempWorkspace } from ${JSON.stringify(join(child.folder, 'temp-workspace.js'))};
      process.on('SIGTERM', () => process.exit(1));
      await new TempWorkspace(${JSON.stringify(folder.path)}).withFolder((folder) =>
        new PreviewMaker(${JSON.stringify(busy)}).make(
          { kind: 'pdf', input: folder + '/input.pdf', folder, sofficePath: null, ffmpegPath: null }, new AbortController().signal));`;
    const worker = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' });
    await pids();
    worker.kill('SIGTERM');
    await once(worker, 'exit');
    await expectAllEnded();
    expect((await readdir(folder.path)).filter((name) => name.startsWith('waybill-previews'))).toEqual([]);
  });
});

describe('LibreOffice without a sandbox', () => {
  it('leaves no socket of LibreOffice in /tmp when a conversion is killed', async () => {
    const socket = join('/tmp', officeSocketName(folder.path, process.getuid?.() ?? 0));
    const closing = new AbortController();
    // Runs LibreOffice without a document, so that it does not exit.
    const sofficePath = join(folder.path, 'office.sh');
    await writeFile(sofficePath, `#!/bin/sh\nexec ${soffice} --headless --norestore "$5"`);
    await chmod(sofficePath, 0o700);
    const making = make('office', docx('x'), {
      ending: 'docx',
      sofficePath,
      signal: closing.signal,
      sandbox: noSandbox,
    });
    await eventually(() => lstat(socket));
    closing.abort(new Error('closing'));
    await expect(making).rejects.toThrow('closing');
    await expect(lstat(socket)).rejects.toThrow('ENOENT');
  });

  it('LibreOffice starts again when it ends without an error and without a PDF', async () => {
    const sofficePath = join(folder.path, 'soffice-that-fails-once');
    const started = join(folder.path, 'started');
    await writeFile(sofficePath, `#!/bin/sh\nmkdir ${started} 2>/dev/null || exec ${soffice} "$@"`);
    await chmod(sofficePath, 0o700);
    await make('office', docx('x'), { ending: 'docx', sofficePath, sandbox: noSandbox });
    await expect(readdir(folder.path)).resolves.toEqual(expect.arrayContaining(['started', 'rendition']));
  });

  it('LibreOffice starts once for a conversion, and does not test its graphics', async () => {
    const user = join(officeProfileFolder(folder.path), 'user');
    const program = join(folder.path, 'program');
    const sofficePath = join(program, 'soffice');
    await mkdir(program);
    await symlink(join(dirname(await realpath(soffice)), 'versionrc'), join(program, 'versionrc'));
    // Before it starts again, LibreOffice empties the folder of its extensions.
    await writeFile(sofficePath, `#!/bin/sh\ntouch ${user}/extensions/kept\nexec ${soffice} "$@"`);
    await chmod(sofficePath, 0o700);
    await make('office', docx('x'), { ending: 'docx', sofficePath, sandbox: noSandbox });
    await expect(readdir(join(user, 'extensions'))).resolves.toContain('kept');
    await expect(readdir(user)).resolves.not.toContain('GraphicsRenderTests.log');
  });
});
