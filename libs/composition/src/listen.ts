import { ConfigurationError } from '@waybill/service-kit';

/** Anything that listens for HTTP. */
export interface Listener {
  /** @returns the address it listens at */
  listen(port: number, host: string): Promise<string>;
}

/** The variables that say where, by which a sentence about them names them. */
export type ListenVariables =
  | { readonly PORT: number; readonly HOST: string }
  | { readonly METRICS_PORT: number; readonly METRICS_HOST: string };

/**
 * @returns the address
 * @throws ConfigurationError when the port cannot be had
 */
export async function listen(listener: Listener, place: ListenVariables): Promise<string> {
  const [prefix, port, host] =
    'PORT' in place ? ['', place.PORT, place.HOST] : ['METRICS_', place.METRICS_PORT, place.METRICS_HOST];
  try {
    return await listener.listen(port, host);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new ConfigurationError(`${prefix}PORT: port ${port} on ${host} is in use already.`);
    if (code === 'EACCES')
      throw new ConfigurationError(`${prefix}PORT: this user may not listen on port ${port}.`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new ConfigurationError(`${prefix}HOST: ${host} is no address of this machine.`);
    }
    throw error;
  }
}
