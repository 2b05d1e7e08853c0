import { busEnv } from '@waybill/bus/client';
import { planLimitsFrom } from '@waybill/contracts';
import { databaseEnv } from '@waybill/database/env';
import { jobsEnv } from '@waybill/jobs/env';
import { mailEnv } from '@waybill/mail/env';
import {
  serverUrl,
  type Environment,
  loggingEnv,
  readEnvironment,
  secretKeys,
  tracingEnv,
  wholeNumber,
} from '@waybill/service-kit';
import { encryptionEnv, storageEnv } from '@waybill/storage';
import { resolve } from 'node:path';
import { z } from 'zod';
import { accountsEnv, oidcOf } from './accounts.env.js';
import { backupEnv } from './backup.env.js';
import { plansEnv, requireFilesFitStore } from './plans.env.js';
import { scanEnv } from './scan.env.js';
import { trafficEnv } from './traffic.env.js';
import { trustProxyOf } from './trust-proxy.js';
import { webhooksEnv } from './webhooks.env.js';

const MICROSOFT_VIEWER = 'https://view.officeapps.live.com/op/embed.aspx?src={url}';

const portNumber = wholeNumber('must be a port number', 0, 65_535);
/** All addresses of Waybill start at the root of the host, so a path could only be dropped. */
const publicUrl = serverUrl('http', 'https').refine(
  (text) => !URL.canParse(text) || new URL(text).href === `${new URL(text).origin}/`,
  'must be an address without a path: Waybill needs a host of its own',
);

const shape = {
  PORT: portNumber.default(3000),
  HOST: z.string().default('127.0.0.1'),
  METRICS_PORT: portNumber.optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: publicUrl.optional(),
  DATA_DIR: z.string().default('./data'),
  GRACE_SECONDS: wholeNumber('must be a number of seconds from 10 to 86400', 10, 86_400).default(30),
  SESSION_SECRET: secretKeys().optional(),
  ENCRYPTION_KEY: encryptionEnv.ENCRYPTION_KEY.optional(),
  TRUST_PROXY: z.string().optional().transform(trustProxyOf),
  OFFICE_VIEWER_URL: z
    .string()
    .default(MICROSOFT_VIEWER)
    .refine(
      (url) => url === '' || (url.includes('{url}') && URL.canParse(url)),
      'must be an address in which {url} stands for the file, or empty',
    ),
  API_DOCS: z
    .enum(['on', 'off'], { error: 'must be on or off' })
    .default('on')
    .transform((value) => value === 'on'),
  PROMOTION_ENDS_AT: z.iso
    .datetime({ offset: true, error: 'must be a date and time such as 2026-12-31T23:59:59Z' })
    .transform((text) => new Date(text))
    .optional(),
  /** At most as many as lead to a time that PostgreSQL has. */
  VISIT_RETENTION_DAYS: wholeNumber('must be a number of days from 1 to 1000000', 1, 1_000_000).optional(),
  VISITOR_ADDRESSES: z
    .enum(['full', 'network', 'none'], { error: 'must be full, network or none' })
    .default('full'),
  PROMOTION_MESSAGE: z.string().trim().max(200, 'must be at most 200 characters long').optional(),
  ...loggingEnv,
  ...tracingEnv,
  ...databaseEnv,
  ...busEnv,
  ...jobsEnv,
  ...storageEnv,
  ...mailEnv,
  ...trafficEnv,
  ...plansEnv,
  ...accountsEnv,
  ...scanEnv,
  ...webhooksEnv,
  ...backupEnv,
};

/** A variable of the shared environment. */
export type EnvironmentName = keyof typeof shape;

/** All variables of the shared environment. A service can read further ones of its own. */
export const sharedVariables = Object.keys(shape) as EnvironmentName[];

/**
 * Reads and validates the environment that all processes share.
 * @throws ConfigurationError that names the first variable that is missing or malformed
 */
export function readSharedEnvironment(environment: Environment) {
  const values = readEnvironment(shape, environment, ['OFFICE_VIEWER_URL']);
  requireFilesFitStore(values);
  return {
    ...values,
    DATA_DIR: resolve(values.DATA_DIR),
    PUBLIC_URL: new URL(values.PUBLIC_URL ?? `http://localhost:${values.PORT}`),
    planLimits: planLimitsFrom(values),
    oidc: oidcOf(values),
    promotion: { endsAt: values.PROMOTION_ENDS_AT ?? null, message: values.PROMOTION_MESSAGE ?? null },
  };
}

export type SharedEnvironment = ReturnType<typeof readSharedEnvironment>;
