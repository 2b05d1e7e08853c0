import { ConfigurationError } from '@waybill/service-kit';

/** Anything that listens for HTTP. */
export interface Listener {
  /** @returns the address it listens at */
  listen(port: number, host: string): Promise<string>;
}

/**
 * @returns the address
 * @throws ConfigurationError when the port cannot be had
 */
export async function listen(
  listener: Listener,
  { PORT, HOST }: { readonly PORT: number; readonly HOST: string },
): Promise<string> {
  try {
    return await listener.listen(PORT, HOST);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new ConfigurationError(`PORT: port ${PORT} on ${HOST} is in use already.`);
    if (code === 'EACCES') throw new ConfigurationError(`PORT: this user may not listen on port ${PORT}.`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new ConfigurationError(`HOST: ${HOST} is no address of this machine.`);
    }
    throw error;
  }
}
