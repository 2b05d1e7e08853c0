import { z } from 'zod';

/** A point in time in the API: ISO 8601, UTC. */
export const instantSchema = z.string().meta({ format: 'date-time' });

/** PostgreSQL cannot read the text of a later instant, whose year has five digits. */
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');

const isStorable = (text: string) => Date.parse(text) <= LAST_MS;

const TIME_INVALID = 'Please enter a date and time such as 2027-01-31T12:00:00Z';

/** A time with its UTC offset. */
export const chosenTimeSchema = z.iso
  .datetime({ offset: true, error: TIME_INVALID })
  .refine(isStorable, TIME_INVALID);

/** A time with its UTC offset, or a date, which means midnight UTC. Refused with the sentence `error`. */
export const chosenInstantSchema = (error: string) =>
  z.union([z.iso.datetime({ offset: true }), z.iso.date()], { error }).refine(isStorable, error);
