import { z } from 'zod';

/** A moment as the API tells it: ISO 8601, UTC. */
export const instantSchema = z.string().meta({ format: 'date-time' });
