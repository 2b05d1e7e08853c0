import { z } from 'zod';

/**
 * The person behind a request: an account, an anonymous browser, both or neither. The gateway identifies it by
 * cookies.
 */
export const callerSchema = z.object({
  userId: z.uuid().nullable(),
  /** Id in the signed cookie of a browser that uploaded without an account. */
  browserId: z.uuid().nullable(),
  /** Client address, derived according to TRUST_PROXY. */
  address: z.string(),
});
export type Caller = z.infer<typeof callerSchema>;

/** Client address for the security log. Optional, because a gateway of the version before does not send it. */
export const loggedAddress = { address: z.string().optional() };

/** Session that adds a way into its account. Optional, because a gateway of the version before does not send it. */
export const creatingSession = { sessionToken: z.string().optional() };

export const emptySchema = z.object({});
