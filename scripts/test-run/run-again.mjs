import { runStep } from './run-step.mjs';

/** Most failed files that are run again. More of them mean that the change is broken, not that the machine is slow. */
const MOST_FILES = 6;

/** Paths of the files that the outcome reporter names as failed. */
export function failedFiles(output) {
  return [...new Set([...output.matchAll(/^Failed: (.*?) › /gm)].map(([, path]) => path))];
}

/**
 * Runs the failed files of a Jest step once more, one after the other. Jest retries single tests, but no hook and no
 * start of a server that failed on a loaded machine.
 * @param {string[]} command of the step
 * @param {string} output of the step
 * @returns whether all of them passed now
 */
export async function passesAgain(command, output, write) {
  const files = failedFiles(output);
  if (files.length === 0 || files.length > MOST_FILES) return false;
  write('── Failed files run again\n');
  const withConfig = command.slice(0, command.indexOf('-c') + 2);
  const again = [...withConfig, '--runInBand', '--runTestsByPath', ...files];
  return (await runStep(again, write)).ok;
}
