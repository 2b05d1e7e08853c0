import { z } from 'zod';

const whole = 'must be a whole number of at least 1';
const atLeastOne = z.coerce.number({ error: whole }).int(whole).min(1, whole);
const rate = 'must be a number of bytes, or 0';

/** Limits of transfers. They protect memory, disk and connections from anonymous clients (docs/security.md). */
export const trafficEnv = {
  UPLOADS_AT_ONCE: atLeastOne.default(64),
  UPLOADS_AT_ONCE_PER_NETWORK: atLeastOne.default(24),
  DOWNLOADS_AT_ONCE: atLeastOne.default(96),
  DOWNLOADS_AT_ONCE_PER_NETWORK: atLeastOne.default(32),
  ANONYMOUS_UPLOADS_PER_HOUR: atLeastOne.default(2000),
  ANONYMOUS_UPLOADS_PER_HOUR_PER_NETWORK: atLeastOne.default(200),
  ANONYMOUS_MIB_PER_HOUR: atLeastOne.default(20_480),
  ANONYMOUS_MIB_PER_HOUR_PER_NETWORK: atLeastOne.default(2048),
  ANONYMOUS_UPLOADS: z
    .enum(['on', 'off'], { error: 'must be on or off' })
    .default('on')
    .transform((value) => value === 'on'),
  /** Maximum total size of all available anonymous files, in bytes. Default: 20 GiB. */
  ANONYMOUS_MAX_BYTES: atLeastOne.default(20 * 1024 ** 3),
  /** 0: no minimum. */
  MIN_TRANSFER_BYTES_PER_SECOND: z.coerce.number({ error: rate }).int(rate).min(0, rate).default(1024),
};
