import type { Config } from '@waybill/contracts';
import type { Api } from '../../api.js';
import { RefusedError } from '../../errors.js';

/**
 * Base address of links, which can differ from the address of the log-in: that may be one of the own network. A Waybill
 * up to version 0.2 does not say it; there the address of the log-in is used.
 */
export async function findPublicUrl(api: Api): Promise<string> {
  try {
    return (await api.json<Partial<Config>>('/api/config')).publicUrl ?? api.url;
  } catch (error) {
    if (error instanceof RefusedError) return api.url;
    throw error;
  }
}
