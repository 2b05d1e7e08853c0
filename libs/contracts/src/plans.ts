import { MEBIBYTE, HOUR_MS } from './units.js';

/** Tolerance for a client clock that runs ahead, which would put "in 365 days" over the limit of 365 days. */
const CLOCK_SKEW_MS = 60_000;

/** All plans, the lowest first. */
export const planIds = ['free', 'basic', 'pro'] as const;
export type PlanId = (typeof planIds)[number];

export interface PlanLimits {
  readonly id: PlanId;
  /** Maximum size in bytes, inclusive (spec §9). */
  readonly maxFileSize: number;
  /** Maximum number of available files, including uploads in progress (spec §9). */
  readonly maxFiles: number;
  /** Maximum time to expiry, in hours; null: a file may stay without expiry (spec §9). */
  readonly maxExpiryHours: number | null;
  /** Default time to expiry of a new file, in hours (contract, "Expiry"). */
  readonly defaultExpiryHours: number;
  /** Maximum number of links of one file or bundle, besides its own address. */
  readonly linksPerFile: number;
  readonly passwordProtection: boolean;
}

/** Limits of every plan on this installation. */
export type PlanTable = Readonly<Record<PlanId, PlanLimits>>;

type LimitVariable = 'MAX_FILE_SIZE' | 'MAX_FILES' | 'MAX_EXPIRY_HOURS';

/** Limits of the plans set in the environment. Null hours: files may stay without expiry. */
export type PlanSettings = Readonly<
  Partial<Record<`PLAN_${Uppercase<PlanId>}_${LimitVariable}`, number | null | undefined>>
>;

/** Limits that apply where nothing is set (spec §9). */
const standardLimits = {
  free: { maxFileSize: 20 * MEBIBYTE, maxFiles: 3, maxExpiryHours: 1 },
  basic: { maxFileSize: 200 * MEBIBYTE, maxFiles: 100, maxExpiryHours: 8760 },
  pro: { maxFileSize: 2048 * MEBIBYTE, maxFiles: 1000, maxExpiryHours: null },
} as const;

const DEFAULT_EXPIRY_HOURS = 12;

/** Returns the limits of every plan. A limit that is not set is the standard one. */
export function planLimitsFrom(settings: PlanSettings): PlanTable {
  const limitsOf = (id: PlanId): PlanLimits => {
    const name = id.toUpperCase() as Uppercase<PlanId>;
    const standard = standardLimits[id];
    const hours = settings[`PLAN_${name}_MAX_EXPIRY_HOURS`];
    const maxExpiryHours = hours === undefined ? standard.maxExpiryHours : hours;
    return {
      id,
      maxFileSize: settings[`PLAN_${name}_MAX_FILE_SIZE`] ?? standard.maxFileSize,
      maxFiles: settings[`PLAN_${name}_MAX_FILES`] ?? standard.maxFiles,
      maxExpiryHours,
      defaultExpiryHours: Math.min(DEFAULT_EXPIRY_HOURS, maxExpiryHours ?? DEFAULT_EXPIRY_HOURS),
      linksPerFile: id === 'free' ? 3 : 100,
      passwordProtection: id !== 'free',
    };
  };
  return { free: limitsOf('free'), basic: limitsOf('basic'), pro: limitsOf('pro') };
}

/** The limits where nothing is set. Services and the client use the limits of their installation instead. */
export const standardPlans = planLimitsFrom({});

/** Returns the higher of two plans. */
export function higherPlan(a: PlanId, b: PlanId): PlanId {
  return planIds.indexOf(a) > planIds.indexOf(b) ? a : b;
}

/**
 * Returns the plan whose limits apply now: Pro for every signed-in user during a promotion (spec §6), otherwise the
 * account's own plan, but at least the default plan of the installation.
 */
export function effectivePlan(plan: PlanId, defaultPlan: PlanId, promotionIsActive: boolean): PlanId {
  return promotionIsActive ? 'pro' : higherPlan(plan, defaultPlan);
}

/** Options of the expiry field where nothing is set: hours and label (spec §9). */
export const expiryOptions: readonly ExpiryOption[] = [
  ...[1, 12, 24, 168, 720, 8760].map(hoursOption),
  { value: 'never', label: 'Never' },
];

export interface ExpiryOption {
  /** Hours, or `never`. */
  readonly value: string;
  readonly label: string;
}

function hoursOption(hours: number): ExpiryOption {
  return { value: String(hours), label: formatHours(hours) };
}

/** Formats a time to expiry: "1 hour", "24 hours", "7 days". */
export function formatHours(hours: number): string {
  if (hours > 24 && hours % 24 === 0) return `${hours / 24} days`;
  return `${hours} ${hours === 1 ? 'hour' : 'hours'}`;
}

/** Returns the expiry options of a plan (spec §5): those within its maximum, and the maximum itself. */
export function expiryOptionsOf({ maxExpiryHours }: PlanLimits): readonly ExpiryOption[] {
  if (maxExpiryHours === null) return expiryOptions;
  const within = expiryOptions.filter(({ value }) => Number(value) < maxExpiryHours);
  return [...within, hoursOption(maxExpiryHours)];
}

/** Returns the default expiry of a file that is uploaded on this plan. */
export function defaultDeleteAt({ defaultExpiryHours }: PlanLimits, uploadedAt: Date): Date {
  return new Date(uploadedAt.getTime() + defaultExpiryHours * HOUR_MS);
}

/**
 * Whether a plan allows this expiry (contract, "Expiry"). The limit of free counts from the upload, the limits of
 * paid plans count from now. `deleteAt` null means never.
 */
export function planAllowsExpiry(
  { id, maxExpiryHours }: PlanLimits,
  deleteAt: Date | null,
  uploadedAt: Date,
  now: Date,
): boolean {
  if (maxExpiryHours === null) return true;
  if (deleteAt === null) return false;
  const latest =
    id === 'free'
      ? uploadedAt.getTime() + maxExpiryHours * HOUR_MS
      : now.getTime() + maxExpiryHours * HOUR_MS + CLOCK_SKEW_MS;
  return deleteAt.getTime() <= latest;
}

/** Formats a limit on sizes: "20MB", "2GB". In bytes if it is not a whole number of KB. */
export function formatSizeLimit(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB'];
  let [value, unit] = [bytes, 0];
  while (unit < units.length - 1 && value >= 1024 && value % 1024 === 0) {
    value /= 1024;
    unit += 1;
  }
  return unit === 0 ? `${value} bytes` : `${value}${units[unit]}`;
}

/** Formats a limit on sizes in MB as the sentence of `files.too-large` does (spec §8): "2048MB". */
export function formatSizeLimitInMegabytes(bytes: number): string {
  return bytes % MEBIBYTE === 0 ? `${bytes / MEBIBYTE}MB` : formatSizeLimit(bytes);
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

export const planNames: Readonly<Record<PlanId, string>> = { free: 'Free', basic: 'Basic', pro: 'Pro' };

/**
 * The cards of the pricing page (spec §2, §9), with the limits of this installation. Every account has the default plan
 * at no price. Plans below it are hidden, except Free where files can be uploaded without an account.
 */
export function pricingPlansOf(
  plans: PlanTable,
  anonymousUploads = true,
  defaultPlan: PlanId = 'free',
): readonly PricingPlan[] {
  const cards = allPricingPlans(plans, anonymousUploads);
  if (defaultPlan === 'free') return cards;
  const given = {
    monthlyPrice: 0,
    annualPrice: 0,
    description: 'For everyone with an account.',
    featured: true,
  };
  return cards
    .filter(({ id }) => higherPlan(id, defaultPlan) === id || (id === 'free' && anonymousUploads))
    .map((card) => ({
      ...card,
      featured: false,
      ...(card.id === 'free' && { description: 'For everyone without an account.' }),
      ...(card.id === defaultPlan && given),
    }));
}

function allPricingPlans(plans: PlanTable, anonymousUploads: boolean): readonly PricingPlan[] {
  return [
    {
      id: 'free',
      name: planNames.free,
      description: 'Send a file now and see who opened it.',
      monthlyPrice: 0,
      annualPrice: 0,
      features: [
        ...limitsInWords(plans.free),
        'Views by country',
        ...(anonymousUploads ? ['No sign-up required'] : []),
      ],
      featured: false,
    },
    {
      id: 'basic',
      name: planNames.basic,
      description: 'For people who send documents every week.',
      monthlyPrice: 4,
      annualPrice: 40,
      features: [...limitsInWords(plans.basic), 'Password protection', 'Views by country'],
      featured: true,
    },
    {
      id: 'pro',
      name: planNames.pro,
      description: 'For teams whose documents must travel far.',
      monthlyPrice: 12,
      annualPrice: 120,
      features: [...limitsInWords(plans.pro), 'Password protection', 'Advanced analytics'],
      featured: false,
    },
  ];
}

/** Words the limits of a plan: size, number, expiry. */
export function limitsInWords({ id, maxFileSize, maxFiles, maxExpiryHours }: PlanLimits): string[] {
  return [
    `${formatSizeLimit(maxFileSize)} per file`,
    `${maxFiles} ${maxFiles === 1 ? 'file' : 'files'}`,
    expiryInWords(id, maxExpiryHours),
  ];
}

function expiryInWords(id: PlanId, hours: number | null): string {
  if (hours === null) return 'Files can stay for ever';
  return id === 'free' ? `Links live for ${formatHours(hours)}` : `Expiry up to ${formatHours(hours)}`;
}
