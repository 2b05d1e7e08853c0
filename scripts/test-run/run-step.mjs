import { spawn } from 'node:child_process';

/**
 * Runs one command, shows what it prints as it prints it, and keeps it.
 * @returns {Promise<{ ok: boolean, output: string }>} whether it exited with 0, and all it printed
 */
export function runStep([program, ...args], environment = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...environment, FORCE_COLOR: '0' },
    });
    let output = '';
    const show = (chunk) => {
      process.stdout.write(chunk);
      output += chunk;
    };
    child.stdout.setEncoding('utf8').on('data', show);
    child.stderr.setEncoding('utf8').on('data', show);
    child.on('close', (code) => resolve({ ok: code === 0, output }));
  });
}
