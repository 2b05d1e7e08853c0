import type { Config } from '@waybill/contracts';
import type { Api } from '../../api.js';
import { RefusedError } from '../../errors.js';

/** Hosts of a Waybill whose operator has not set PUBLIC_URL. Only its own machine can open such an address. */
const OWN_MACHINE = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Base address of links, which can differ from the address of the log-in: that may be one of the own network. A Waybill
 * up to version 0.2 does not say it, and one without PUBLIC_URL says that of its own machine; there the address of the
 * log-in is used.
 */
export async function findPublicUrl(api: Api): Promise<string> {
  const publicUrl = await readPublicUrl(api);
  return publicUrl === undefined || OWN_MACHINE.includes(new URL(publicUrl).hostname) ? api.url : publicUrl;
}

async function readPublicUrl(api: Api): Promise<string | undefined> {
  try {
    return (await api.json<Partial<Config>>('/api/config')).publicUrl;
  } catch (error) {
    if (error instanceof RefusedError) return undefined;
    throw error;
  }
}
