/**
 * The major version of Node that the build is made for. On an older one, Waybill would start and then fail in the
 * middle of calls.
 */
const REQUIRED_MAJOR = 24;

/** @returns a sentence if `version` is too old, else null */
export function nodeVersionError(version: string): string | null {
  if (Number.parseInt(version, 10) >= REQUIRED_MAJOR) return null;
  return `Waybill needs Node ${REQUIRED_MAJOR} or newer, and this is Node ${version}. On Linux, \`npm ci\` installs it.`;
}
