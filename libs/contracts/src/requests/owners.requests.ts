import { z } from 'zod';
import { adminOwnerSchema } from '../dto/moderation.dto.js';
import { defineRequest } from '../message.js';

/**
 * Names and addresses of accounts by id: for administrators, and for the name on the page of a file request. Unknown
 * ids are left out.
 */
export const getOwners = defineRequest(
  'auth.owners.get',
  z.object({ ids: z.array(z.uuid()).max(200) }),
  z.object({ owners: z.array(adminOwnerSchema) }),
);

/** Ids of at most 100 accounts whose address begins with `email`, an exact match first. For administrators. */
export const findOwners = defineRequest(
  'auth.owners.find',
  z.object({ email: z.string() }),
  z.object({ ids: z.array(z.uuid()) }),
);
