import type { AuditEntry } from '../dto/audit.dto.js';
import type { AdminFile, AdminOverview, AdminReport } from '../dto/moderation.dto.js';
import { exampleFile, exampleUser } from './examples.js';

const takenDown = { at: '2026-11-03T08:15:00.000Z', reason: 'It imitates the log-in page of a bank.' };

/** A file that was taken down, as administrators see it. */
export const exampleAdminFile: AdminFile = {
  id: exampleFile.id,
  originalName: exampleFile.originalName,
  mimeType: exampleFile.mimeType,
  size: exampleFile.size,
  createdAt: exampleFile.createdAt,
  deleteAt: exampleFile.deleteAt.Time,
  viewCount: 1,
  isPasswordProtected: true,
  takenDown,
  scanState: 'clean',
  scanFinding: null,
  openReports: 0,
  userId: exampleUser.id,
  owner: { id: exampleUser.id, name: exampleUser.name, email: exampleUser.email },
};

export const exampleReported: AdminReport = {
  id: '4f0a1c3e-8a51-4b6e-9a6e-0c6c0f1e9d11',
  createdAt: '2026-11-03T08:00:00.000Z',
  reason: 'phishing',
  message: 'It asks for my password.',
  email: 'grace@example.org',
  state: 'open',
  file: {
    id: exampleFile.id,
    originalName: exampleFile.originalName,
    takenDown: null,
    userId: exampleUser.id,
  },
  bundle: null,
};

export const exampleAuditEntry: AuditEntry = {
  id: '9d2f6a0b-5b7e-4b86-8f3c-6a3a7a1c2e55',
  at: '2026-11-03T08:15:00.000Z',
  actor: { id: exampleUser.id, email: exampleUser.email },
  action: 'file.take-down',
  subject: exampleFile.id,
  detail: takenDown.reason,
  address: '203.0.113.7',
  outcome: 'done',
};

export const exampleAdminOverview: AdminOverview = {
  files: 1_204,
  bytes: 48_213_300_112,
  takenDown: 3,
  infected: 1,
  openReports: 2,
  people: { activated: 312, pending: 4, suspended: 1 },
  queues: { events: 0, previews: 4, scans: 0 },
  deliveries: [{ service: 'analytics', waiting: 0, retrying: 0, deadLetters: 0 }],
};
