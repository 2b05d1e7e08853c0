import { z } from 'zod';
import { planIdSchema } from '@waybill/contracts';
import { ConfigurationError, wholeNumber } from '@waybill/service-kit';
import { MAX_S3_FILE_SIZE, type storageEnv } from '@waybill/storage';

/** Maximum expiry of a hundred years, so that the end of a file stays within the range of dates. */
const MAX_HOURS = 876_600;
/** The largest `integer` of PostgreSQL. */
const MAX_FILES = 2_147_483_647;
const hours = `must be a whole number of hours from 1 to ${MAX_HOURS}, or never`;

const maxSize = wholeNumber('must be a whole number of at least 1', 1).optional();
const maxFiles = wholeNumber(`must be a whole number from 1 to ${MAX_FILES}`, 1, MAX_FILES).optional();
/** Maximum expiry in hours; null: files may be kept for ever. */
const maxExpiry = z
  .string()
  .transform((text) => (text === 'never' ? null : Number(text)))
  .refine((value) => value === null || (Number.isInteger(value) && value >= 1 && value <= MAX_HOURS), hours)
  .optional();

/** The limits of each plan, and the plan that every account has at least. */
export const plansEnv = {
  DEFAULT_PLAN: z.enum(planIdSchema.options, { error: 'must be free, basic or pro' }).default('free'),
  PLAN_FREE_MAX_FILE_SIZE: maxSize,
  PLAN_FREE_MAX_FILES: maxFiles,
  PLAN_FREE_MAX_EXPIRY_HOURS: maxExpiry,
  PLAN_BASIC_MAX_FILE_SIZE: maxSize,
  PLAN_BASIC_MAX_FILES: maxFiles,
  PLAN_BASIC_MAX_EXPIRY_HOURS: maxExpiry,
  PLAN_PRO_MAX_FILE_SIZE: maxSize,
  PLAN_PRO_MAX_FILES: maxFiles,
  PLAN_PRO_MAX_EXPIRY_HOURS: maxExpiry,
};

/** Variables that a process must read if it enforces or shows the limits of plans. */
export const planVariables = Object.keys(plansEnv) as (keyof typeof plansEnv)[];

type PlansEnvironment = z.infer<z.ZodObject<typeof plansEnv & Pick<typeof storageEnv, 'S3_ENDPOINT'>>>;

/** @throws ConfigurationError when a plan allows larger files than an object on S3 can be */
export function requireFilesFitStore(environment: PlansEnvironment): void {
  if (environment.S3_ENDPOINT === undefined) return;
  for (const name of [
    'PLAN_FREE_MAX_FILE_SIZE',
    'PLAN_BASIC_MAX_FILE_SIZE',
    'PLAN_PRO_MAX_FILE_SIZE',
  ] as const) {
    if ((environment[name] ?? 0) <= MAX_S3_FILE_SIZE) continue;
    throw new ConfigurationError(`${name} must be at most ${MAX_S3_FILE_SIZE} with S3_ENDPOINT.`);
  }
}
