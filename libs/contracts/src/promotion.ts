import { z } from 'zod';
import { chosenTimeSchema } from './dto/instant.dto.js';

/** Maximum length of the message of a promotion, in UTF-16 code units. */
export const MAX_PROMOTION_MESSAGE = 200;

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

/** `GET /api/admin/promotion`: the promotion, and whether the setting or an administrator decided it. */
export const adminPromotionSchema = promotionSchema.extend({
  decidedBy: z
    .enum(['setting', 'administrator'])
    .describe('`setting`: `PROMOTION_ENDS_AT`, until an administrator starts or ends a promotion.'),
});
export type AdminPromotion = z.infer<typeof adminPromotionSchema>;

/** PUT /api/admin/promotion. */
export const promotionFormSchema = z.object({
  endDate: chosenTimeSchema,
  message: z
    .string()
    .trim()
    .max(MAX_PROMOTION_MESSAGE, `Message must be at most ${MAX_PROMOTION_MESSAGE} characters long`)
    .nullish()
    .describe('Shown on every page while the promotion lasts.'),
});

/** End and message of a promotion, from the settings or of the one in force. `endsAt` is null where there is none. */
export interface PromotionSettings {
  readonly endsAt: Date | null;
  readonly message: string | null;
}

/** The latest override of the configured promotion by an administrator. */
export interface PromotionOverride extends PromotionSettings {
  /** `PROMOTION_ENDS_AT` at the time of the override. The override is void once the setting differs. */
  readonly replaces: Date | null;
}

/** Returns the promotion in force: the override of an administrator, until the replaced setting is changed. */
export function promotionInForce(
  setting: PromotionSettings,
  override: PromotionOverride | null,
): PromotionSettings {
  return override !== null && override.replaces?.getTime() === setting.endsAt?.getTime() ? override : setting;
}

/** Returns the status of a promotion at `now`. */
export function promotionAt(settings: PromotionSettings, now: Date): Promotion {
  const isActive = settings.endsAt !== null && now < settings.endsAt;
  return {
    isActive,
    endDate: settings.endsAt?.toISOString() ?? null,
    message: isActive ? settings.message : null,
  };
}
