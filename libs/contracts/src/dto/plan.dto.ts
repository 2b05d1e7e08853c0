import { z } from 'zod';
import { planIds } from '../plans.js';

export const planIdSchema = z.enum(planIds, { error: 'Please choose free, basic or pro' });
