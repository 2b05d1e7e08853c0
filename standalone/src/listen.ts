import { ConfigurationError } from '@waybill/service-kit';

/** @throws ConfigurationError when the port cannot be had */
export async function listen(
  server: { listen(port: number, host: string): Promise<unknown> },
  { PORT, HOST }: { readonly PORT: number; readonly HOST: string },
): Promise<void> {
  try {
    await server.listen(PORT, HOST);
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
