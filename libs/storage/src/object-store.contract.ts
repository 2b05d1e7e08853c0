import { appendingContract } from './contract/appending.contract.js';
import type { ContractCase } from './contract/contract-case.js';
import { managementContract } from './contract/management.contract.js';
import { readingContract } from './contract/reading.contract.js';
import { writingContract } from './contract/writing.contract.js';

/** Contract suite of the port: every adapter runs all cases. */
export const objectStoreContract: readonly ContractCase[] = [
  ...writingContract,
  ...appendingContract,
  ...readingContract,
  ...managementContract,
];
