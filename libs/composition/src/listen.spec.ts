import { listen, type ListenVariables } from './listen.js';

/** A server whose start fails with the code of a system error. */
const failing = (code: string) => ({
  listen: () => Promise.reject(Object.assign(new Error(`listen ${code}`), { code })),
});

describe('listen', () => {
  it.each(['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL', 'EAFNOSUPPORT'])(
    'names the variable of the host in one sentence when the system answers %s',
    async (code) => {
      for (const [place, sentence] of [
        [{ PORT: 3000, HOST: 'fe80::1' }, 'HOST: fe80::1 is no address of this machine.'],
        [{ METRICS_PORT: 3001, METRICS_HOST: '::1' }, 'METRICS_HOST: ::1 is no address of this machine.'],
      ] satisfies [ListenVariables, string][])
        await expect(listen(failing(code), place)).rejects.toThrow(new RegExp(`^${sentence}$`));
    },
  );

  it('passes on a failure that no setting explains', async () => {
    const place = { PORT: 3000, HOST: '127.0.0.1' };
    await expect(listen(failing('EMFILE'), place)).rejects.toThrow('listen EMFILE');
  });
});
