import type { ContractCase } from './contract/contract-case.js';
import { managementContract } from './contract/management.contract.js';
import { readingContract } from './contract/reading.contract.js';
import { writingContract } from './contract/writing.contract.js';

/** What every object store must do, the same for each adapter: one named case per promise of the port. */
export const objectStoreContract: readonly ContractCase[] = [
  ...writingContract,
  ...readingContract,
  ...managementContract,
];
