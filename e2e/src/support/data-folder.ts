import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Environment } from './environment.js';

/** Settings of another database, key or store, which do not fit the database and the objects of the copied folder. */
const ELSEWHERE = ['DATA_DIR', 'DATABASE_URL', 'ENCRYPTION_KEY', 'S3_ENDPOINT'];

/** Copies the data folder of a Waybill that was started once, if this run has one (global-setup.cjs). */
export async function copyDataFolder(to: string, environment: Environment): Promise<void> {
  const { WAYBILL_E2E_DATA_FOLDER: template } = process.env;
  if (!template || ELSEWHERE.some((name) => name in environment)) return;
  await promisify(execFile)('cp', ['-a', template, to]);
}
