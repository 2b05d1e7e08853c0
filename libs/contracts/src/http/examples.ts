import type { AnalyticsReport } from '../dto/analytics.dto.js';
import type { User } from '../dto/auth.dto.js';
import type { Overview } from '../dto/overview.dto.js';
import type { FileMetadata, FileView } from '../dto/file.dto.js';

/** Examples of the OpenAPI document: Ada has shared a report, and Grace has opened it. */
export const exampleFileId = '7c1c6d1e-3f0b-4c55-9d0e-2f7a54a3b8aa';
const exampleUserId = '0b6f7a52-8d7c-4f6e-9a43-1f0d2c9f6a10';
const uploadedAt = '2026-11-02T09:30:00.000Z';
const expiresAt = '2026-11-09T09:30:00.000Z';

export const exampleUser: User = {
  id: exampleUserId,
  name: 'Ada Lovelace',
  email: 'ada@example.org',
  created_at: '2026-10-01T08:00:00.000Z',
  subscription: 'pro',
};

export const exampleFile: FileView = {
  id: exampleFileId,
  originalName: 'Report.pdf',
  mimeType: 'application/pdf',
  size: 482_133,
  createdAt: uploadedAt,
  viewCount: 1,
  userId: exampleUserId,
  deleteAt: { Time: expiresAt, Valid: true },
  password: { Valid: true },
  isOwner: true,
  preview: {
    kind: 'pdf',
    state: 'ready',
    hasThumbnail: true,
    hasRendition: false,
    isEncrypted: false,
    pageCount: 12,
    title: 'Report',
  },
  takenDown: null,
  scanState: 'clean',
};

/** Metadata of a protected file for a link preview. */
export const exampleMetadata: FileMetadata = {
  id: exampleFileId,
  originalName: null,
  size: null,
  mimeType: 'application/pdf',
  createdAt: uploadedAt,
  deleteAt: expiresAt,
  isPasswordProtected: true,
  preview: 'pdf',
};

export const exampleReport: AnalyticsReport = {
  file: {
    id: exampleFileId,
    originalName: 'Report.pdf',
    mimeType: 'application/pdf',
    size: 482_133,
    createdAt: uploadedAt,
    viewCount: 1,
    userId: exampleUserId,
    deleteAt: { Time: expiresAt, Valid: true },
  },
  analytics: [
    {
      id: '1',
      accessedAt: '2026-11-02T10:05:12.000Z',
      ipAddress: '203.0.113.7',
      country: 'Finland',
      city: 'Helsinki',
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/143.0.0.0 Safari/537.36',
      browser: 'Chrome 143 on Linux',
      referer: 'https://mail.example.org/',
      sharedWith: 'Grace Hopper',
      durationSeconds: 41.5,
      pagesSeen: 2,
      completion: 0.1667,
      device: 'desktop',
      os: 'Linux',
      region: '18',
      link: { id: exampleFileId, slug: exampleFileId, name: null },
      email: null,
      isBot: false,
    },
  ],
  summary: {
    totalViews: 1,
    uniqueVisitors: 1,
    uniqueCountries: 1,
    firstView: '2026-11-02T10:05:12.000Z',
  },
  series: [{ at: '2026-11-02T10:05:12.000Z', views: 1 }],
  countries: [{ country: 'Finland', count: 1 }],
  allCountries: ['Finland'],
  pages: [
    { page: 1, views: 1, totalSeconds: 30, medianSeconds: 30 },
    { page: 2, views: 1, totalSeconds: 11.5, medianSeconds: 11.5 },
  ],
  completion: 0.1667,
  devices: [{ name: 'desktop', count: 1 }],
  systems: [{ name: 'Linux', count: 1 }],
  browsers: [{ name: 'Chrome', count: 1 }],
  referrers: [{ name: 'mail.example.org', count: 1 }],
  cities: [{ name: 'Helsinki', count: 1 }],
  links: [{ name: 'First link', count: 1 }],
  nextCursor: null,
};

export const exampleOverview: Overview = {
  days: 2,
  totalViews: 1,
  viewsPerDay: [
    { day: '2026-11-01', views: 0 },
    { day: '2026-11-02', views: 1 },
  ],
  topFiles: [{ id: exampleFileId, kind: 'file', originalName: 'Report.pdf', views: 1 }],
  countries: [{ country: 'Finland', count: 1 }],
  links: [{ name: 'For Grace', count: 1 }],
  expiringSoon: [
    {
      id: exampleFileId,
      kind: 'file',
      originalName: 'Report.pdf',
      deleteAt: { Time: expiresAt, Valid: true },
      createdAt: uploadedAt,
    },
  ],
};
