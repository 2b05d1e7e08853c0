import { runStep } from './run-step.mjs';

const AT_ONCE = 2;

/**
 * Runs named commands, two at a time. Shows the output of the only step of a phase as it comes, and that of several
 * steps when each has ended, so that they do not mix.
 * @param {[name: string, command: string[]][]} steps started in this order
 * @returns {Promise<{ name: string, command: string[], ok: boolean, output: string }[]>} in the order of their end
 */
export async function runPhase(steps, write = (text) => process.stdout.write(text)) {
  const waiting = [...steps];
  const results = [];
  const showAtOnce = steps.length === 1;
  async function runNext() {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const [name, command] = step;
      write(`── ${name}\n`);
      const began = Date.now();
      const { ok, output } = await runStep(command, showAtOnce ? write : () => undefined);
      if (!showAtOnce) write(output);
      write(`${ok ? '✔' : '✖'} ${name} (${Math.round((Date.now() - began) / 1000)} s)\n\n`);
      results.push({ name, command, ok, output });
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, runNext));
  return results;
}
