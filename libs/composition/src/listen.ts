import { ConfigurationError } from '@waybill/service-kit';

/** An HTTP server that can be started. */
export interface Listener {
  /** @returns the address of the server */
  listen(port: number, host: string): Promise<string>;
}

/** Port and host, under the names of their variables, which error messages repeat. */
export type ListenVariables =
  | { readonly PORT: number; readonly HOST: string }
  | { readonly METRICS_PORT: number; readonly METRICS_HOST: string };

/** Codes of a name that does not resolve, and of an address that no interface has. */
const WRONG_HOST = ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL', 'EAFNOSUPPORT'];

/**
 * Starts the server.
 * @throws ConfigurationError when the server cannot listen on this port or host
 */
export async function listen(listener: Listener, place: ListenVariables): Promise<void> {
  const [prefix, port, host] =
    'PORT' in place ? ['', place.PORT, place.HOST] : ['METRICS_', place.METRICS_PORT, place.METRICS_HOST];
  try {
    await listener.listen(port, host);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new ConfigurationError(`${prefix}PORT: port ${port} on ${host} is in use already.`);
    if (code === 'EACCES')
      throw new ConfigurationError(`${prefix}PORT: this user may not listen on port ${port}.`);
    if (WRONG_HOST.includes(code))
      throw new ConfigurationError(`${prefix}HOST: ${host} is no address of this machine.`);
    throw error;
  }
}
