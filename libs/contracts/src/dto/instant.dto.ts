import { z } from 'zod';

/** A point in time in the API: ISO 8601, UTC. */
export const instantSchema = z.string().meta({ format: 'date-time' });
