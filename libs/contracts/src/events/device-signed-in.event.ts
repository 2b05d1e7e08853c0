import { z } from 'zod';
import { defineEvent } from '../message.js';
import { instantSchema } from '../dto/instant.dto.js';

/** An account signed in on a device that it had not used before. Its owner is notified by mail. */
export const deviceSignedIn = defineEvent(
  'auth.device.signed-in',
  z.object({
    userId: z.uuid(),
    name: z.string(),
    email: z.string(),
    device: z.string().describe('Such as "Firefox 145 on Linux"; empty if unknown.'),
    address: z.string().describe('Network address of the client.'),
    signedInAt: instantSchema,
  }),
);
