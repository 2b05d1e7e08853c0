import { clamdStarter } from '@waybill/testing';
import { integrationsReport } from './integrations/integrations-report.js';
import { runScans } from './integrations/run-scans.js';
import { runWebhooks } from './integrations/run-webhooks.js';
import { ScanGate } from './integrations/scan-gate.js';
import { LoadProcess } from './load/load-process.js';
import type { Options } from './options.js';
import { programs } from './programs.js';
import { describeMachine } from './report/machine.js';
import { GIB, MIB } from './report/size.js';
import { Waybill } from './subjects/waybill.js';
import type { Workspace } from './workspace.js';

/** Raised limits, because the load comes from a single client and would exceed the defaults. */
const limits = {
  UPLOADS_AT_ONCE_PER_NETWORK: '256',
  UPLOADS_AT_ONCE: '512',
  PLAN_PRO_MAX_FILES: '1000000',
};

/** Measures the virus scan and webhooks beside clamd and a bare loop of posts. @returns Markdown */
export async function measureIntegrations(workspace: Workspace, options: Options): Promise<string> {
  const { environment, size, rounds, log } = options;
  const load = workspace.own(LoadProcess.start(programs.load));
  const machine = await describeMachine(workspace.path);
  const clamd = workspace.own(await clamdStarter(size + MIB)());
  const gate = workspace.own(await ScanGate.start(new URL(clamd.url)));
  const start = (label: string, settings: NodeJS.ProcessEnv) =>
    Waybill.start(workspace, {
      label,
      program: programs.waybill,
      environment: { ...environment, ...limits, ...settings },
    });
  const scanning = await start('Waybill with clamd', { CLAMD_URL: gate.url.href });
  const scans = await runScans({ load, waybill: scanning, gate, size, rounds, log });
  await scanning.program.stop();

  const posting = await start('Waybill with webhooks', { WEBHOOK_PRIVATE_NETWORKS: 'allow' });
  const webhooks = await runWebhooks({ load, waybill: posting, rounds, log });
  return integrationsReport({ machine, command: options.command, rounds, size, scans, webhooks });
}

/** Disk space needed, in bytes. */
export function diskForIntegrations({ size, rounds }: Options): number {
  return (rounds + 2) * size + GIB;
}
