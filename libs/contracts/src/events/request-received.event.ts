import { z } from 'zod';
import { defineEvent } from '../message.js';

/** Somebody sent a file to a file request. Published with `files.file.uploaded` of the same file. */
export const requestReceived = defineEvent(
  'files.request.received',
  z.object({
    /** Account that owns the file request. */
    ownerId: z.uuid(),
    requestId: z.uuid(),
    title: z.string(),
    fileId: z.uuid(),
    fileName: z.string(),
    size: z.number().int(),
    /** Name and address that the sender gave; null if the sender gave none. */
    senderName: z.string().nullable(),
    senderEmail: z.string().nullable(),
    receivedAt: z.string(),
  }),
);
