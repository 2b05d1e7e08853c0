import { runStep } from './run-step.mjs';

const AT_ONCE = 2;

/**
 * Runs named commands, two at a time. Shows the output of a step as it comes while it is the only one, and otherwise
 * when it has ended, so that the outputs do not mix.
 * @param {[name: string, command: string[]][]} steps started in this order
 * @returns {Promise<{ name: string, command: string[], ok: boolean, output: string }[]>} in the order of their end
 */
export async function runPhase(steps, write = (text) => process.stdout.write(text)) {
  const waiting = [...steps];
  const running = new Set();
  const results = [];
  async function runNext() {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const [name, command] = step;
      const output = new StepOutput(write);
      running.add(output);
      write(`── ${name}\n`);
      const began = Date.now();
      const ended = runStep(command, (chunk) => output.add(chunk));
      showOnlyOne();
      const { ok, output: text } = await ended;
      running.delete(output);
      output.show();
      write(`${ok ? '✔' : '✖'} ${name} (${Math.round((Date.now() - began) / 1000)} s)\n\n`);
      results.push({ name, command, ok, output: text });
      showOnlyOne();
    }
  }
  function showOnlyOne() {
    if (running.size === 1 && waiting.length === 0) for (const output of running) output.show();
  }
  await Promise.all(Array.from({ length: AT_ONCE }, runNext));
  return results;
}

/** Holds back what a step prints until it is to be shown. */
class StepOutput {
  held = '';
  isShown = false;

  constructor(write) {
    this.write = write;
  }

  add(chunk) {
    if (this.isShown) this.write(chunk);
    else this.held += chunk;
  }

  show() {
    this.isShown = true;
    this.write(this.held);
    this.held = '';
  }
}
