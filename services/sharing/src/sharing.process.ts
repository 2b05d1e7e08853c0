import type { ProcessDefinition } from '@waybill/composition';
import { sharingDatabase } from './database/sharing.database.js';
import { SharingModule } from './sharing.module.js';

/** The sharing service as a process, for either profile. */
export const sharingProcess: ProcessDefinition = {
  service: 'sharing',
  database: sharingDatabase,
  variables: [
    'PUBLIC_URL',
    'REDIS_URL',
    'SMTP_URL',
    'MAIL_FROM',
    'CONTACT_EMAIL',
    'DATA_DIR',
    'ENCRYPTION_KEY',
    'WEBHOOK_PRIVATE_NETWORKS',
    'VISIT_RETENTION_DAYS',
  ],
  modules: ({ PUBLIC_URL, WEBHOOK_PRIVATE_NETWORKS, VISIT_RETENTION_DAYS }, adapters) => [
    adapters.limiter(),
    adapters.jobs({ performs: true }),
    adapters.mail(),
    SharingModule.forRoot({
      publicUrl: PUBLIC_URL.origin,
      contactEmail: adapters.contactAddress,
      keyring: adapters.keyring(),
      allowsPrivateWebhooks: WEBHOOK_PRIVATE_NETWORKS === 'allow',
      visitRetentionDays: VISIT_RETENTION_DAYS ?? null,
    }),
  ],
};
