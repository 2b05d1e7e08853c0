import { billingConfiguration } from '@waybill/billing';
import { busConfiguration } from '@waybill/bus';
import { databaseConfiguration } from '@waybill/database';
import { jobsConfiguration } from '@waybill/jobs';
import { mailConfiguration } from '@waybill/mail';
import {
  address,
  type Environment,
  loggingConfiguration,
  readConfiguration,
  secretKey,
} from '@waybill/service-kit';
import { encryptionConfiguration, storageConfiguration } from '@waybill/storage';
import { resolve } from 'node:path';
import { z } from 'zod';
import { trustProxyOf } from './trust-proxy.js';

const MICROSOFT_VIEWER = 'https://view.officeapps.live.com/op/embed.aspx?src={url}';

const shape = {
  PORT: z.coerce
    .number({ error: 'must be a port number' })
    .int('must be a port number')
    .min(0, 'must be a port number')
    .max(65_535, 'must be a port number')
    .default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: address('http', 'https').optional(),
  DATA_DIR: z.string().default('./data'),
  SESSION_SECRET: secretKey().optional(),
  TRUST_PROXY: z.string().optional().transform(trustProxyOf),
  OFFICE_VIEWER_URL: z
    .string()
    .default(MICROSOFT_VIEWER)
    .refine(
      (url) => url === '' || (url.includes('{url}') && URL.canParse(url)),
      'must be an address in which {url} stands for the file, or empty',
    ),
  ...encryptionConfiguration,
  ...loggingConfiguration,
  ...databaseConfiguration,
  ...busConfiguration,
  ...jobsConfiguration,
  ...storageConfiguration,
  ...mailConfiguration,
  ...billingConfiguration,
};

/** Every variable there is. */
export const environmentNames = Object.keys(shape);

/** The whole validated environment of the standalone profile. @throws ConfigurationError */
export function readEnvironment(environment: Environment) {
  const values = readConfiguration(shape, environment);
  return {
    ...values,
    DATA_DIR: resolve(values.DATA_DIR),
    PUBLIC_URL: new URL(values.PUBLIC_URL ?? `http://localhost:${values.PORT}`),
  };
}

export type StandaloneEnvironment = ReturnType<typeof readEnvironment>;
