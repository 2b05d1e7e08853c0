import { z } from 'zod';
import { planIds } from '../plans.js';

export const planIdSchema = z.enum(planIds);
