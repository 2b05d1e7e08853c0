import { z } from 'zod';

const address = 'must be an address such as tcp://clamd:3310 or unix:///run/clamav/clamd.ctl';

/** Settings of the virus scan. */
export const scanEnv = {
  CLAMD_URL: z
    .string()
    .refine((text) => isClamdUrl(text), address)
    .transform((text) => new URL(text))
    .optional(),
  SCAN_FAILURE: z.enum(['block', 'allow'], { error: 'must be block or allow' }).default('block'),
};

function isClamdUrl(text: string): boolean {
  const { protocol, hostname, port, pathname } = URL.parse(text) ?? new URL('none:');
  if (protocol === 'unix:') return hostname === '' && pathname.length > 1;
  return protocol === 'tcp:' && hostname !== '' && port !== '';
}
