import { z } from 'zod';

/** Who asks: an account, an anonymous browser, both or neither. The gateway establishes it from cookies. */
export const callerSchema = z.object({
  userId: z.uuid().nullable(),
  /** Id in the signed cookie of a browser that uploaded without signing in. */
  browserId: z.uuid().nullable(),
  /** Client address, as TRUST_PROXY lets us believe it. */
  address: z.string(),
});
export type Caller = z.infer<typeof callerSchema>;

export const emptySchema = z.object({});
