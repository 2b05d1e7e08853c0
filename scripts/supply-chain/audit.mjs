import { spawnSync } from 'node:child_process';

/** Severities that count for development tools, which process no user data. */
const severitiesOfTools = ['high', 'critical'];

/**
 * Requests the advisories for the locked packages from npm's registry.
 * @param {boolean} withTools whether to include development tools
 * @returns {{ report: object } | { unavailable: string }} npm's report, or the reason why there is none
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
    return { unavailable: report.message ?? report.error?.summary ?? 'the response is not a report' };
  } catch {
    return { unavailable: 'npm audit printed no report' };
  }
}

/**
 * Lists the vulnerabilities of a report.
 * @param {object} report output of `npm audit --json`
 * @param {{ advisory: string, reason: string, until: string }[]} exceptions
 * @param {Date} now
 * @returns {string[]} a sentence for each vulnerability that no exception covers
 */
export function vulnerabilitiesIn({ vulnerabilities }, exceptions, now, { isTool = false } = {}) {
  const excepted = new Set(
    exceptions.filter(({ until }) => new Date(until) >= now).map(({ advisory }) => advisory),
  );
  const advisories = Object.values(vulnerabilities).flatMap(({ via }) =>
    via.filter((cause) => typeof cause === 'object'),
  );
  const sentences = advisories
    .filter(({ severity }) => !isTool || severitiesOfTools.includes(severity))
    .filter(({ url }) => !excepted.has(url.split('/').at(-1)))
    .map(({ name, range, severity, title, url }) => `${name} ${range}: ${severity}: ${title} (${url})`);
  return [...new Set(sentences)];
}
