import { busEntities, busMigrations } from '@waybill/bus';
import type { ServiceDatabase } from '@waybill/database';
import { OutgoingMail } from '../outgoing-mails/outgoing-mail.entity.js';
import { CreateMails1795219200000 } from './migrations/1795219200000-create-mails.js';

/** Schema of the sharing service. No other service reads or writes it. */
export const sharingDatabase: ServiceDatabase = {
  schema: 'sharing',
  entities: [...busEntities, OutgoingMail],
  migrations: [...busMigrations, CreateMails1795219200000],
};
