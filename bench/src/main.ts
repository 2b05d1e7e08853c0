import { readFile, writeFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { diskForAnalytics, measureAnalytics } from './analytics.js';
import { diskForConnections, measureConnections } from './connections.js';
import { diskForDistributed, measureDistributed } from './distributed.js';
import { diskForIntegrations, measureIntegrations } from './integrations.js';
import { diskForMemory, measureBundles, measureMemory } from './memory.js';
import { type Benchmark, type Options, readOptions, usage } from './options.js';
import { diskForProfile, takeProfiles } from './profile.js';
import { reportFile, scratchFolder } from './programs.js';
import { replacePart } from './report/document.js';
import { diskForSpeed, measureSpeed } from './speed.js';
import { diskForVisits, measureVisits } from './visits.js';
import { diskForSmall, measureSmall } from './small.js';
import { Workspace } from './workspace.js';

interface Measurement {
  /** Disk space needed, in bytes. */
  disk(options: Options): number;
  /** @returns Markdown */
  run(workspace: Workspace, options: Options): Promise<string>;
}

const measurements: Record<Benchmark, Measurement> = {
  speed: { disk: diskForSpeed, run: measureSpeed },
  memory: { disk: diskForMemory, run: measureMemory },
  bundles: { disk: diskForMemory, run: measureBundles },
  profile: { disk: diskForProfile, run: takeProfiles },
  distributed: { disk: diskForDistributed, run: measureDistributed },
  visits: { disk: diskForVisits, run: measureVisits },
  small: { disk: diskForSmall, run: measureSmall },
  analytics: { disk: diskForAnalytics, run: measureAnalytics },
  connections: { disk: diskForConnections, run: measureConnections },
  integrations: { disk: diskForIntegrations, run: measureIntegrations },
};

try {
  const log = (line: string) => process.stderr.write(`${line}\n`);
  await main(readOptions(process.argv.slice(2), process.env['PATH'], log));
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n\n${usage}\n`);
  process.exitCode = 1;
}

async function main(options: Options): Promise<void> {
  const { disk, run } = measurements[options.benchmark];
  const workspace = await Workspace.open(scratchFolder, disk(options));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      void workspace.close().finally(() => process.exit(128 + constants.signals[signal]));
    });
  }
  try {
    const report = await run(workspace, options);
    process.stdout.write(`${report}\n`);
    if (options.write) {
      await writeFile(reportFile, replacePart(await readFile(reportFile, 'utf8'), options.benchmark, report));
    }
  } finally {
    await workspace.close();
  }
}
