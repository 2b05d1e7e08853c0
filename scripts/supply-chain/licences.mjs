import satisfies from 'spdx-satisfies';

/**
 * Lists the third-party packages of a lockfile.
 * @param {object} lock package-lock.json
 * @returns {{ name, version, licence, integrity, isTool }[]} `licence` is undefined if the package declares none
 */
export function packagesOf({ packages }) {
  return Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .map(([path, { name, version, license, integrity, dev = false }]) => ({
      name: name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      licence: license,
      integrity,
      isTool: dev,
    }));
}

/**
 * Applies the licence policy.
 * @returns {string[]} a sentence for each package whose licence the policy does not allow
 */
export function forbiddenAmong(packages, { allowed, allowedForTools, exceptions, clarifications }) {
  return packages.flatMap(({ name, version, licence: declared, isTool }) => {
    const licence = declared ?? clarifications[name]?.licence;
    if (licence === undefined) return [`${name} ${version} declares no licence`];
    const own = exceptions.filter(({ packages }) => packages.test(name)).map(({ licence }) => licence);
    const may = [...allowed, ...own, ...(isTool ? allowedForTools : [])];
    return isAllowed(licence, may) ? [] : [`${name} ${version} is licensed under ${licence}`];
  });
}

/** Whether the policy allows the licence. Text that is not an SPDX expression is not allowed. */
function isAllowed(licence, may) {
  try {
    return satisfies(licence, may);
  } catch {
    return false;
  }
}
