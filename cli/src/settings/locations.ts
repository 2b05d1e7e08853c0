import { homedir } from 'node:os';
import { join } from 'node:path';

/** Folder of the credentials (XDG base directories). */
export function configFolder(): string {
  return join(process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'waybill');
}

/** Folder of the state that resumes interrupted transfers (XDG base directories). */
export function stateFolder(): string {
  return join(process.env['XDG_STATE_HOME'] || join(homedir(), '.local', 'state'), 'waybill');
}
