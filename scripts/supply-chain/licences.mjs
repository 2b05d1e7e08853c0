import satisfies from 'spdx-satisfies';

/**
 * @param {object} lock package-lock.json
 * @returns {{ name, version, licence, integrity, isTool }[]} each package of others; `licence` is undefined when it
 * tells none
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

/** @returns {string[]} a sentence for each package whose licence the policy does not allow */
export function forbiddenAmong(packages, { allowed, allowedForTools, exceptions, clarifications }) {
  return packages.flatMap(({ name, version, licence: told, isTool }) => {
    const licence = told ?? clarifications[name]?.licence;
    if (licence === undefined) return [`${name} ${version} tells no licence`];
    const own = exceptions.filter(({ packages }) => packages.test(name)).map(({ licence }) => licence);
    const may = [...allowed, ...own, ...(isTool ? allowedForTools : [])];
    return isAllowed(licence, may) ? [] : [`${name} ${version} is licensed under ${licence}`];
  });
}

/** A licence that is no SPDX expression is none that anybody allowed. */
function isAllowed(licence, may) {
  try {
    return satisfies(licence, may);
  } catch {
    return false;
  }
}
