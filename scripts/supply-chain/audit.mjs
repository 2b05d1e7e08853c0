import { spawnSync } from 'node:child_process';

/** Of tools, which meet nobody's data, only what is grave. */
const graveInTools = ['high', 'critical'];

/**
 * What npm's registry knows of weaknesses.
 * @param {boolean} withTools whether tools are asked after, too
 * @returns {{ report: object } | { unavailable: string }} npm's report, or why there is none
 */
export function askRegistry(withTools) {
  const { stdout } = spawnSync(
    'npm',
    ['audit', '--json', '--fetch-retries=0', '--fetch-timeout=30000', ...(withTools ? [] : ['--omit=dev'])],
    {
      encoding: 'utf8',
      cwd: new URL('../..', import.meta.url),
    },
  );
  try {
    const report = JSON.parse(stdout);
    if (report.vulnerabilities) return { report };
    return { unavailable: report.message ?? report.error?.summary ?? 'its answer is no report' };
  } catch {
    return { unavailable: 'npm audit gave no answer' };
  }
}

/**
 * @param {object} report of `npm audit --json`
 * @param {{ advisory: string, reason: string, until: string }[]} exceptions
 * @param {Date} now
 * @returns {string[]} a sentence for each weakness that no exception covers
 */
export function weaknessesIn({ vulnerabilities }, exceptions, now, { isTool = false } = {}) {
  const excepted = new Set(
    exceptions.filter(({ until }) => new Date(until) >= now).map(({ advisory }) => advisory),
  );
  const advisories = Object.values(vulnerabilities).flatMap(({ via }) =>
    via.filter((cause) => typeof cause === 'object'),
  );
  const sentences = advisories
    .filter(({ severity }) => !isTool || graveInTools.includes(severity))
    .filter(({ url }) => !excepted.has(url.split('/').at(-1)))
    .map(({ name, range, severity, title, url }) => `${name} ${range}: ${severity}: ${title} (${url})`);
  return [...new Set(sentences)];
}
