import { z } from 'zod';
import { defineEvent } from '../message.js';

/** An administrator invited an address to sign up. It is notified by mail. */
export const invitationCreated = defineEvent(
  'auth.invitation.created',
  z.object({ email: z.string(), token: z.string(), expiresAt: z.string() }),
);
