import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { type Environment, programEnvironment } from './environment.js';

/** Entry point of the operator commands. The first argument is the name of a command. */
export const OPERATOR = resolve(__dirname, '../../../build/operator/main.js');

/** Starts an operator command as `npm run` does, without the environment of the test process. */
export function launchProgram(name: string, args: readonly string[], environment: Environment): ChildProcess {
  return spawn(process.execPath, [OPERATOR, name, ...args], {
    env: { ...programEnvironment(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Runs an operator command to its end. @returns exit code and output */
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
