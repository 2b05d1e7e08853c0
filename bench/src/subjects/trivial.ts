import { freePort } from '@waybill/testing';
import { Program } from '../processes/program.js';
import { programs } from '../programs.js';
import type { Workspace } from '../workspace.js';

/** Starts `trivial-server.ts`. @returns address of its one route */
export async function startTrivial(workspace: Workspace, environment: NodeJS.ProcessEnv): Promise<string> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const args = [programs.trivialServer, String(port)];
  await workspace.own(Program.start(process.execPath, args, environment)).answersAt(url);
  return url;
}
