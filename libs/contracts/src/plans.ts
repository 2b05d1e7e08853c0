import { z } from 'zod';

const MEBIBYTE = 1024 * 1024;
const HOUR_MS = 3_600_000;
/** Tolerance for a client clock that runs ahead: "in 365 days" must not count as too late. */
const CLOCK_SKEW_MS = 60_000;

export const planIdSchema = z.enum(['free', 'basic', 'pro']);
export type PlanId = z.infer<typeof planIdSchema>;

export interface PlanLimits {
  /** Maximum size in bytes, inclusive (spec §9). */
  readonly maxFileSize: number;
  /** Maximum number of available files, including uploads in progress (spec §9). */
  readonly maxFiles: number;
  /** Maximum time to expiry, in hours; null: a file may stay without expiry (spec §9). */
  readonly maxExpiryHours: number | null;
  /** Default time to expiry of a new file, in hours (contract, "Expiry"). */
  readonly defaultExpiryHours: number;
  readonly passwordProtection: boolean;
}

export const planLimits: Readonly<Record<PlanId, PlanLimits>> = {
  free: {
    maxFileSize: 20 * MEBIBYTE,
    maxFiles: 3,
    maxExpiryHours: 1,
    defaultExpiryHours: 1,
    passwordProtection: false,
  },
  basic: {
    maxFileSize: 200 * MEBIBYTE,
    maxFiles: 100,
    maxExpiryHours: 8760,
    defaultExpiryHours: 12,
    passwordProtection: true,
  },
  pro: {
    maxFileSize: 2048 * MEBIBYTE,
    maxFiles: 1000,
    maxExpiryHours: null,
    defaultExpiryHours: 12,
    passwordProtection: true,
  },
};

export interface Promotion {
  readonly isActive: boolean;
  /** ISO 8601; null if no promotion is configured. */
  readonly endDate: string | null;
  readonly message: string | null;
}

export const promotionSchema = z.object({
  isActive: z.boolean(),
  endDate: z.string().nullable(),
  message: z.string().nullable(),
});

/** Returns the status of the configured promotion at `now`. */
export function promotionAt(settings: { endsAt: Date | null; message: string | null }, now: Date): Promotion {
  const isActive = settings.endsAt !== null && now < settings.endsAt;
  return {
    isActive,
    endDate: settings.endsAt?.toISOString() ?? null,
    message: isActive ? settings.message : null,
  };
}

/** Returns the plan whose limits apply now: Pro for every signed-in user during a promotion (spec §6). */
export function effectivePlan(plan: PlanId, promotionIsActive: boolean): PlanId {
  return promotionIsActive ? 'pro' : plan;
}

/** Options of the expiry field: hours and label (spec §9). */
export const expiryOptions = [
  { value: '1', label: '1 hour' },
  { value: '12', label: '12 hours' },
  { value: '24', label: '24 hours' },
  { value: '168', label: '7 days' },
  { value: '720', label: '30 days' },
  { value: '8760', label: '365 days' },
  { value: 'never', label: 'Never' },
] as const;

/** Returns the expiry options of a plan (spec §5): one hour on free, all but Never on Basic, all on Pro. */
export function expiryOptionsOf(plan: PlanId): ReadonlyArray<(typeof expiryOptions)[number]> {
  const { maxExpiryHours } = planLimits[plan];
  return expiryOptions.filter(({ value }) =>
    value === 'never' ? maxExpiryHours === null : maxExpiryHours === null || Number(value) <= maxExpiryHours,
  );
}

/** Returns the default expiry of a file that is uploaded on this plan. */
export function defaultDeleteAt(plan: PlanId, uploadedAt: Date): Date {
  return new Date(uploadedAt.getTime() + planLimits[plan].defaultExpiryHours * HOUR_MS);
}

/**
 * Whether a plan allows this expiry (contract, "Expiry"). The limit of free counts from the upload, the limits of
 * paid plans count from now. `deleteAt` null means never.
 */
export function planAllowsExpiry(plan: PlanId, deleteAt: Date | null, uploadedAt: Date, now: Date): boolean {
  const { maxExpiryHours } = planLimits[plan];
  if (maxExpiryHours === null) return true;
  if (deleteAt === null) return false;
  const latest =
    plan === 'free'
      ? uploadedAt.getTime() + maxExpiryHours * HOUR_MS
      : now.getTime() + maxExpiryHours * HOUR_MS + CLOCK_SKEW_MS;
  return deleteAt.getTime() <= latest;
}

export interface PricingPlan {
  readonly id: PlanId;
  readonly name: string;
  readonly description: string;
  /** In US dollars (spec §9). */
  readonly monthlyPrice: number;
  readonly annualPrice: number;
  readonly features: readonly string[];
  readonly featured: boolean;
}

/** The three cards of the pricing page (spec §2, §9). */
export const pricingPlans: readonly PricingPlan[] = [
  {
    id: 'free',
    name: 'Free',
    description: 'Send a file now and see who opened it.',
    monthlyPrice: 0,
    annualPrice: 0,
    features: [
      '20MB per file',
      '3 files',
      'Links live for 1 hour',
      'Views by country',
      'No sign-up required',
    ],
    featured: false,
  },
  {
    id: 'basic',
    name: 'Basic',
    description: 'For people who send documents every week.',
    monthlyPrice: 4,
    annualPrice: 40,
    features: [
      '200MB per file',
      '100 files',
      'Expiry up to 365 days',
      'Password protection',
      'Views by country',
    ],
    featured: true,
  },
  {
    id: 'pro',
    name: 'Pro',
    description: 'For teams whose documents must travel far.',
    monthlyPrice: 12,
    annualPrice: 120,
    features: [
      '2GB per file',
      '1000 files',
      'Files can stay for ever',
      'Password protection',
      'Advanced analytics',
    ],
    featured: false,
  },
];
