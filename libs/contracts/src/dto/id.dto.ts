import { z } from 'zod';
import { ID_PATTERN } from '../id.js';

/** An id with the groups 8-4-4-4-12 of hexadecimal digits, in any case (spec §2). Converted to lower case. */
export const idSchema = z
  .string()
  .regex(ID_PATTERN)
  .transform((id) => id.toLowerCase());
