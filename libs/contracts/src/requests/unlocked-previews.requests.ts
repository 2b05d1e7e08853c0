import { z } from 'zod';
import { unlockedPreviewSchema } from '../dto/file.dto.js';
import { defineRequest } from '../message.js';
import { fileAccess, idInUrl, gateErrors } from './files.requests.js';

/**
 * Starts the conversion of an Office file that has a password of its own. The rendition is for this reader only, and is
 * deleted after two hours.
 */
export const unlockPreview = defineRequest(
  'files.preview.unlock',
  fileAccess.required({ caller: true, token: true }).extend({ password: z.string() }),
  unlockedPreviewSchema,
  [...gateErrors, 'files.no-preview', 'files.too-many-attempts', 'server.busy', 'server.storage-full'],
);

/** Fails with `files.no-preview` when there is no such conversion of this file, or it was deleted. */
export const getUnlockedPreview = defineRequest(
  'files.preview.get-unlocked',
  fileAccess.required({ caller: true, token: true }).extend({ unlockedId: idInUrl }),
  unlockedPreviewSchema,
  [...gateErrors, 'files.no-preview'],
);
