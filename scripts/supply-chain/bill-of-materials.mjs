/**
 * Generates a CycloneDX 1.6 SBOM of a product from the lockfile. `npm sbom` omits every package that some workspace
 * also uses in its tests, and fails on an optional peer dependency of which another version is installed.
 * @param {{ name: string, version: string, license: string }} product its package.json
 * @param {object[]} packages result of `packagesOf`
 * @param {object} clarifications of the licence policy
 */
export function billOfMaterials({ name, version, license }, packages, clarifications) {
  const components = packages
    .filter(({ isTool }) => !isTool)
    .map((each) => componentOf(each, each.licence ?? clarifications[each.name]?.licence));
  const byReference = new Map(components.map((component) => [component['bom-ref'], component]));
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      lifecycles: [{ phase: 'pre-build' }],
      component: {
        'bom-ref': `${name}@${version}`,
        type: 'application',
        name,
        version,
        licenses: licencesOf(license),
      },
    },
    components: [...byReference.keys()].sort().map((reference) => byReference.get(reference)),
  };
}

function componentOf({ name, version, integrity }, licence) {
  const [algorithm, checksum] = integrity.split('-', 2);
  return {
    'bom-ref': `${name}@${version}`,
    type: 'library',
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    hashes: [
      { alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(checksum, 'base64').toString('hex') },
    ],
    licenses: licencesOf(licence),
  };
}

function licencesOf(licence) {
  return [/[ ()]/.test(licence) ? { expression: licence } : { license: { id: licence } }];
}
