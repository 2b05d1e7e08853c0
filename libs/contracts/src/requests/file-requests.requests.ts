import { z } from 'zod';
import {
  fileRequestSchema,
  fileRequestSettingsSchema,
  newFileRequestSchema,
  openedFileRequestSchema,
  publicFileRequestSchema,
} from '../dto/file-request.dto.js';
import { defineRequest } from '../message.js';
import { callerSchema, emptySchema } from './caller.js';
import { newPasswordErrors, visitorPasswordErrors } from './password-errors.js';

/** The gateway adds the URL: only it knows the public address. */
const storedRequestSchema = fileRequestSchema.omit({ url: true });
const ownedRef = z.object({ requestId: z.guid(), caller: callerSchema });
/** The caller has no account, or the file request belongs to someone else. */
const ownerOnlyErrors = ['auth.required', 'requests.not-found', 'requests.forbidden'] as const;
const settingsErrors = [
  'files.expiry-in-past',
  ...newPasswordErrors,
  'requests.slug-not-in-plan',
  'links.slug-taken',
] as const;
/** The file request takes no files any more. */
const endedErrors = [
  'requests.not-found',
  'requests.deleted',
  'requests.closed',
  'requests.expired',
  'requests.full',
] as const;

/** Creates a file request. For accounts only, because received files are in the list of the account. */
export const createFileRequest = defineRequest(
  'files.requests.create',
  z.object({ caller: callerSchema, form: newFileRequestSchema }),
  storedRequestSchema,
  ['auth.required', ...settingsErrors, 'requests.limit-reached'],
);

/** Lists the file requests of the caller, newest first. Fails with `request.invalid` on an invalid cursor. */
export const listFileRequests = defineRequest(
  'files.requests.list',
  z.object({ caller: callerSchema, cursor: z.string().max(200).nullable() }),
  z.object({ requests: z.array(storedRequestSchema), nextCursor: z.string().nullable() }),
  ['auth.required', 'request.invalid'],
);

/** For the owner only. */
export const changeFileRequest = defineRequest(
  'files.requests.change',
  ownedRef.extend({ settings: fileRequestSettingsSchema }),
  storedRequestSchema,
  [...ownerOnlyErrors, ...settingsErrors],
);

/** Ends a file request for good. The files that arrived stay. For the owner only. */
export const deleteFileRequest = defineRequest(
  'files.requests.delete',
  ownedRef,
  emptySchema,
  ownerOnlyErrors,
);

/** The public view of a file request. The gateway replaces the id of the owner by their name. */
export const getFileRequest = defineRequest(
  'files.requests.get',
  z.object({ slug: z.string() }),
  publicFileRequestSchema.omit({ askedBy: true }).extend({ ownerId: z.uuid() }),
  endedErrors,
);

/** Exchanges the password of a file request for a token. */
export const openFileRequest = defineRequest(
  'files.requests.open',
  z.object({ slug: z.string(), password: z.string().optional(), address: z.string() }),
  openedFileRequestSchema,
  [...endedErrors, 'requests.password-required', ...visitorPasswordErrors],
);
