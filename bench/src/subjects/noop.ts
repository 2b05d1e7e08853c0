import { freePort } from '@waybill/testing';
import { Program } from '../processes/program.js';
import { programs } from '../programs.js';
import type { Workspace } from '../workspace.js';

/** Starts `noop-server.ts`. @returns the URL of its one route */
export async function startNoopServer(workspace: Workspace, environment: NodeJS.ProcessEnv): Promise<string> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const args = [programs.noopServer, String(port)];
  await workspace.own(Program.start(process.execPath, args, environment)).waitForHttp(url);
  return url;
}
