/**
 * CycloneDX 1.6 of what a product is made of. From the lockfile and not by `npm sbom`, which leaves out as a tool what
 * any workspace uses in its tests, too, and stops at an optional peer whose place another version has.
 * @param {{ name: string, version: string, license: string }} product its package.json
 * @param {object[]} packages as `packagesOf` gives them
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
