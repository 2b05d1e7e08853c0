import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { askRegistry, vulnerabilitiesIn } from './audit.mjs';

/**
 * Checks the locked packages against the registry's advisories. Succeeds with a notice if the registry does not
 * support audits.
 */
const exceptions = JSON.parse(readFileSync(join(import.meta.dirname, 'audit-exceptions.json'), 'utf8'));
for (const isTool of [false, true]) {
  const subject = isTool ? 'development tools' : 'product';
  const { report, unavailable } = askRegistry(isTool);
  const vulnerabilities = unavailable ? [] : vulnerabilitiesIn(report, exceptions, new Date(), { isTool });
  if (vulnerabilities.length > 0) process.exitCode = 1;
  const result = unavailable
    ? `NOT CHECKED, the registry returned no audit: ${unavailable}`
    : vulnerabilities;
  process.stdout.write(`Advisories for the ${subject}: ${[result].flat().join('\n') || 'none'}\n`);
}
