import { z } from 'zod';
import { defineEvent } from '../message.js';

/** Somebody sent a file to a file request. Published with `files.file.uploaded` of the same file. */
export const requestReceived = defineEvent(
  'files.request.received',
  z.object({
    /** Account of the person who asked. */
    ownerId: z.uuid(),
    requestId: z.uuid(),
    title: z.string(),
    fileId: z.uuid(),
    fileName: z.string(),
    size: z.number().int(),
    /** Given by the sender; null if they gave none. */
    senderName: z.string().nullable(),
    senderEmail: z.string().nullable(),
    receivedAt: z.string(),
  }),
);
