import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { billOfMaterials } from './bill-of-materials.mjs';
import { clarifications } from './licence-policy.mjs';
import { packagesOf } from './licences.mjs';

/**
 * `npm run --silent sbom > waybill.cdx.json`: writes the SBOM of Waybill, with version, licence and checksum of
 * each package. Development tools are omitted, because they are not distributed.
 */
const read = (name) => JSON.parse(readFileSync(join(import.meta.dirname, '../..', name), 'utf8'));

const bill = billOfMaterials(read('package.json'), packagesOf(read('package-lock.json')), clarifications);
process.stdout.write(`${JSON.stringify(bill, null, 2)}\n`);
