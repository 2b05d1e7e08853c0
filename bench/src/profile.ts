import { LoadProcess } from './load/load-process.js';
import type { Options } from './options.js';
import { Inspector } from './profile/inspector.js';
import { type Place, type ProfileSummary, summarize } from './profile/summary.js';
import { threadSeconds } from './profile/thread-time.js';
import { programs } from './programs.js';
import { formatSize, KIB } from './report/size.js';
import { table } from './report/table.js';
import { describeMachine } from './report/machine.js';
import { CONNECTIONS } from './speed/calls.js';
import { Waybill } from './subjects/waybill.js';
import type { Workspace } from './workspace.js';

const SHOWN = 12;

/** Takes CPU profiles of an upload, a download and a metadata call under load. @returns Markdown */
export async function takeProfiles(workspace: Workspace, options: Options): Promise<string> {
  const { environment, size, rounds, seconds, log } = options;
  const load = workspace.own(LoadProcess.start(programs.load));
  const machine = await describeMachine(workspace.path);
  const waybill = await Waybill.start(workspace, {
    label: 'Waybill',
    program: programs.waybillByModule,
    environment,
    nodeArguments: ['--inspect=127.0.0.1:0'],
  });
  const [, url = ''] = await waybill.program.waitForOutput(/Debugger listening on (ws:\S+)/);
  const inspector = workspace.own(await Inspector.connect(url));

  const upload = async (name: string, bytes: number) => {
    const job = { kind: 'upload', ...waybill.uploadTarget(), size: bytes } as const;
    waybill.uploaded(name, (await load.run(job)).answer);
  };
  const download = (name: string) =>
    load.run({ kind: 'download', ...waybill.downloadTarget(name), size } as const);
  const calls = (duration: number) => {
    const urls = [waybill.metadataUrl('small')];
    return load.run({ kind: 'latency', urls, connections: CONNECTIONS, seconds: duration } as const);
  };
  // Run once before each profile, so that it shows compiled code.
  await upload('small', KIB);
  await upload('large', size);
  const repeat = async (work: () => Promise<unknown>) => {
    for (let round = 0; round < rounds; round++) await work();
  };
  const uploadAndDiscard = async () => {
    await upload('again', size);
    await waybill.discard('again');
  };
  const work: [string, () => Promise<unknown>][] = [
    [`Upload of ${formatSize(size)}, ${rounds} times`, () => repeat(uploadAndDiscard)],
    [`Download of ${formatSize(size)}, ${rounds} times`, () => repeat(() => download('large'))],
    [`Metadata calls on ${CONNECTIONS} connections, ${seconds} s`, () => calls(seconds)],
  ];
  await download('large');
  await calls(1);

  const parts: string[] = [`\`${options.command}\``, machine];
  for (const [title, run] of work) {
    log(title);
    await workspace.settle();
    const before = await threadSeconds(waybill.program.pid);
    const profile = await inspector.profile(run);
    const after = await threadSeconds(waybill.program.pid);
    const main = after.main - before.main;
    const others = after.others - before.others;
    parts.push(`### ${title}`, profileText(summarize(profile), main, others));
  }
  return parts.join('\n\n');
}

/** Disk space needed, in bytes: one file that stays and one temporary file. */
export function diskForProfile({ size }: Options): number {
  return 3 * size;
}

function profileText({ seconds, places, functions }: ProfileSummary, main: number, others: number): string {
  const rows = (list: readonly Place[]) =>
    list
      .slice(0, SHOWN)
      .map(({ name, share }) => [name.replaceAll('|', '\\|'), `${(share * 100).toFixed(1)} %`]);
  return [
    `${seconds.toFixed(1)} s, in which the main thread used ${main.toFixed(1)} and all other threads ${others.toFixed(1)} CPU seconds (the profiler's own included).`,
    table(['Place', 'Main thread'], rows(places)),
    table(['Function', 'Main thread'], rows(functions)),
  ].join('\n\n');
}
