import { z } from 'zod';
import { emailSchema } from '../dto/auth.dto.js';
import { personSchema } from '../dto/person.dto.js';
import { planIdSchema } from '../dto/plan.dto.js';
import { defineRequest } from '../message.js';
import { emptySchema } from './caller.js';

/**
 * Requests of administrators. The gateway has checked that the caller is an administrator (`user.isAdmin`). After a
 * request with an e-mail address in its reply, the gateway invalidates the cached sessions of that address
 * (SessionCacheService).
 */
const personRef = z.object({ userId: z.uuid() });
/** The administrator, for the security log. Optional, because a gateway of the version before does not send it. */
const changeOfPerson = personRef.extend({
  actor: z.object({ id: z.uuid(), address: z.string() }).optional(),
});
const changedPerson = z.object({ person: personSchema });

/** Lists accounts, newest first. `query`: words of name or address, or their beginnings. */
export const listPeople = defineRequest(
  'auth.people.list',
  z.object({
    query: z.string().max(200).optional(),
    cursor: z.string().max(200).nullable(),
    limit: z.int().min(1).max(200),
  }),
  z.object({ people: z.array(personSchema), nextCursor: z.string().nullable() }),
);

export const getPerson = defineRequest('auth.people.get', personRef, changedPerson, [
  'admin.person-not-found',
]);

/**
 * Applies a granted plan in auth ahead of its event, so that the person's next call has it. Older versions are ignored.
 * `applyPlanInFiles` does the same in files.
 */
export const applyPlanInAuth = defineRequest(
  'auth.accounts.apply-plan',
  personRef.extend({ plan: planIdSchema, version: z.int() }),
  emptySchema,
);

export const countPeople = defineRequest(
  'auth.people.count',
  emptySchema,
  z.object({ activated: z.int(), pending: z.int(), suspended: z.int() }),
);

/** Suspends or unsuspends an account. A suspended account has no sessions, and its tokens are refused. */
export const suspendPerson = defineRequest(
  'auth.people.suspend',
  changeOfPerson.extend({ suspended: z.boolean() }),
  changedPerson,
  ['admin.person-not-found'],
);

/** Ends every session of an account. */
export const signOutPerson = defineRequest('auth.people.sign-out', changeOfPerson, changedPerson, [
  'admin.person-not-found',
]);

/** Deletes an account permanently, as its owner could (`auth.user.deleted`). The reply has the deleted account. */
export const deletePerson = defineRequest('auth.people.delete', changeOfPerson, changedPerson, [
  'admin.person-not-found',
]);

/** Invites an address to sign up, and mails it the link `/signup?invitation=<token>`. */
export const createInvitation = defineRequest(
  'auth.invitations.create',
  z.object({ email: emailSchema }),
  z.object({ email: z.string(), token: z.string(), expiresAt: z.string() }),
  ['admin.account-exists', 'auth.sign-up-closed'],
);
