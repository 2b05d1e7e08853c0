import { wholeNumber } from '@waybill/service-kit';
import { z } from 'zod';

const atLeastOne = wholeNumber('must be a whole number of at least 1', 1);

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
  MIN_TRANSFER_BYTES_PER_SECOND: wholeNumber('must be a number of bytes, or 0', 0).default(1024),
};
