import { z } from 'zod';
import { planIdSchema } from '@waybill/contracts';

const whole = 'must be a whole number of at least 1';
const atLeastOne = z.coerce
  .number({ error: whole })
  .int(whole)
  .min(1, whole)
  .max(Number.MAX_SAFE_INTEGER, whole);
const hours = 'must be a whole number of hours of at least 1, or never';
/** A hundred years: an expiry beyond the range of dates cannot be computed. */
const MAX_HOURS = 876_600;

const maxSize = atLeastOne.optional();
const maxFiles = z.coerce
  .number({ error: whole })
  .int(whole)
  .min(1, whole)
  .max(2_147_483_647, whole)
  .optional();
/** Null: never. */
const maxExpiry = z
  .string()
  .transform((text) => (text === 'never' ? null : Number(text)))
  .refine((value) => value === null || (Number.isInteger(value) && value >= 1 && value <= MAX_HOURS), hours)
  .optional();

/** The limits of each plan, and the plan of every account. */
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

/** Variables of the plans: for the processes that enforce or show their limits. */
export const planVariables = Object.keys(plansEnv) as (keyof typeof plansEnv)[];
