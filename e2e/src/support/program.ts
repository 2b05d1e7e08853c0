import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { compileCache, type Environment } from './environment.js';

/** The operator's program: its first argument is the name of a command. */
export const OPERATOR = resolve(__dirname, '../../../operator/dist/main.js');

/** Starts an operator's command as its `npm run` does, with PATH and HOME alone of this environment. */
export function launchProgram(name: string, args: readonly string[], environment: Environment): ChildProcess {
  const { PATH = '', HOME = '' } = process.env;
  return spawn(process.execPath, [OPERATOR, name, ...args], {
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
