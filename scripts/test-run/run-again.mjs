import { runStep } from './run-step.mjs';

/** Most failed files that are run again. More of them mean that the change is broken, not that the machine is slow. */
const MOST_FILES = 6;

/**
 * Files that the outcome reporter names as failed, by their paths. For a file that loads flows (`load-flows.ts`) a list
 * of those that failed. Null where the whole file failed, or loads none.
 * @returns {Map<string, string[] | null>}
 */
export function failedFiles(output) {
  const failed = new Map();
  for (const [, path, flow = null] of output.matchAll(/^Failed: (.*?) › (?:(\S+\.e2e\.ts) )?/gm))
    failed.set(path, (failed.get(path) ?? new Set()).add(flow));
  return new Map([...failed].map(([path, flows]) => [path, flows.has(null) ? null : [...flows]]));
}

/**
 * Runs the failed files of a Jest step once more, one after the other, and of those that load flows only the failed
 * flows. Jest retries single tests, but no hook and no start of a server that failed on a loaded machine.
 * @param {string[]} command of the step
 * @param {string} output of the step
 * @returns whether all of them passed now
 */
export async function passesAgain(command, output, write) {
  const failed = failedFiles(output);
  if (failed.size === 0 || failed.size > MOST_FILES) return false;
  write('── Failed files run again\n');
  const withConfig = command.slice(0, command.indexOf('-c') + 2);
  const run = async (paths, environment) => {
    const again = [...withConfig, '--runInBand', '--runTestsByPath', ...paths];
    return (await runStep(again, write, environment)).ok;
  };
  const whole = [...failed.keys()].filter((path) => failed.get(path) === null);
  if (whole.length > 0 && !(await run(whole))) return false;
  for (const [path, flows] of failed)
    if (flows !== null && !(await run([path], { WAYBILL_FLOWS: flows.join() }))) return false;
  return true;
}
