import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { compileCache, type Environment } from './environment.js';

/** Starts one of the operator's commands, as its `npm run` does, with nothing of this environment but what it needs. */
export function launchProgram(name: string, args: readonly string[], environment: Environment): ChildProcess {
  const { PATH = '', HOME = '' } = process.env;
  return spawn(process.execPath, [resolve(__dirname, `../../../standalone/dist/${name}.js`), ...args], {
    env: { PATH, HOME, ...compileCache, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Runs one of the operator's commands to its end. @returns its exit code and all it printed */
export async function runProgram(
  name: string,
  args: readonly string[],
  environment: Environment,
): Promise<{ status: number | null; output: string }> {
  const child = launchProgram(name, args, environment);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += String(text)));
  const status = await new Promise<number | null>((done) => child.once('close', (code) => done(code)));
  return { status, output };
}
