import { spawn } from 'node:child_process';

/**
 * Runs one command and keeps what it prints.
 * @param show receives each chunk as it comes
 * @param environment more variables for it
 * @returns {Promise<{ ok: boolean, output: string }>} whether it exited with 0, and all it printed
 */
export function runStep([program, ...args], show, environment = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, FORCE_COLOR: '0', ...environment },
    });
    let output = '';
    const keep = (chunk) => {
      show(chunk);
      output += chunk;
    };
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', keep);
    child.on('close', (code) => resolve({ ok: code === 0, output }));
  });
}
