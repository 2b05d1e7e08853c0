import { z } from 'zod';
import { defineEvent } from '../message.js';

/** An administrator invited an address to sign up. The invitation is mailed to this address. */
export const invitationCreated = defineEvent(
  'auth.invitation.created',
  z.object({ email: z.string(), token: z.string(), expiresAt: z.string() }),
);
