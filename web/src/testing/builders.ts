import type {
  AnalyticsReport,
  BundleView,
  FileRequestView,
  FileView,
  LinkView,
  SessionView,
  SubscriptionView,
  User,
} from '@waybill/contracts';

export const FILE_ID = '6f9619ff-8b86-4d11-b42d-00c04fc964ff';
const USER_ID = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';

/** A signed-in Pro user by default. */
export function aUser(overrides: Partial<User> = {}): User {
  return {
    id: USER_ID,
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    created_at: '2026-01-01T00:00:00.000Z',
    subscription: 'pro',
    ...overrides,
  };
}

/** A session in another browser. */
export function aSession(overrides: Partial<SessionView> = {}): SessionView {
  return {
    id: '9b2d1c3e-1111-4222-8333-444455556666',
    device: 'Firefox 145 on Linux',
    startedAt: '2026-11-01T10:00:00.000Z',
    lastSeenAt: '2026-11-20T10:00:00.000Z',
    isCurrent: false,
    ...overrides,
  };
}

/** The user's own ZIP archive, without a preview. */
export function aFile(overrides: Partial<FileView> = {}): FileView {
  return {
    id: FILE_ID,
    originalName: 'plans.zip',
    mimeType: 'application/zip',
    size: 1_572_864,
    createdAt: '2026-11-20T10:00:00.000Z',
    viewCount: 7,
    userId: USER_ID,
    deleteAt: { Time: null, Valid: false },
    password: { Valid: false },
    isOwner: true,
    preview: {
      kind: 'none',
      state: 'none',
      hasThumbnail: false,
      hasRendition: false,
      isEncrypted: false,
      pageCount: null,
      title: null,
    },
    takenDown: null,
    scanState: 'none',
    ...overrides,
  };
}

/** A further link of the file of `aFile`, without a gate. */
export function aLink(overrides: Partial<LinkView> = {}): LinkView {
  return {
    id: overrides.isFirst ? FILE_ID : '3d8f3c0e-5a51-4f0c-9a67-0a1f6f0b7c11',
    slug: 'investors',
    url: 'https://waybill.example/l/investors',
    name: 'Investors',
    deleteAt: null,
    isPasswordProtected: false,
    downloadLimit: null,
    downloads: 0,
    allowDownload: true,
    requireEmail: false,
    verifyEmail: false,
    allowedEmails: [],
    notify: true,
    isActive: true,
    createdAt: '2026-11-02T09:45:00.000Z',
    viewCount: 0,
    isFirst: false,
    ...overrides,
  };
}

/** The user's own bundle, without files. */
export function aBundle(overrides: Partial<BundleView> = {}): BundleView {
  return {
    id: '1f6a4c0e-94b7-4d0b-8a52-0f7f4f6f3c11',
    name: 'Offer',
    files: [],
    size: 0,
    createdAt: '2026-11-02T09:31:00.000Z',
    deleteAt: null,
    isPasswordProtected: false,
    viewCount: 0,
    isOwner: true,
    ...overrides,
  };
}

/** The user's own file request, to which nothing was sent yet. */
export function aFileRequest(overrides: Partial<FileRequestView> = {}): FileRequestView {
  return {
    id: '5d8f3c0e-5a51-4f0c-9a67-0a1f6f0b7c11',
    slug: 'invoices',
    url: 'https://waybill.example/r/invoices',
    title: 'Invoices',
    message: null,
    deleteAt: null,
    maxFiles: 10,
    maxFileSize: null,
    isPasswordProtected: false,
    isActive: true,
    state: 'open',
    filesReceived: 0,
    createdAt: '2026-11-02T09:45:00.000Z',
    ...overrides,
  };
}

export function aPreview(overrides: Partial<FileView['preview']> = {}): FileView['preview'] {
  return { ...aFile().preview, kind: 'pdf', state: 'ready', ...overrides };
}

/** Report of a file with two visits. */
export function aReport(overrides: Partial<AnalyticsReport> = {}): AnalyticsReport {
  const entry = {
    id: '1',
    accessedAt: '2026-11-20T11:00:00.000Z',
    ipAddress: '203.0.113.7',
    country: 'Germany',
    city: 'Berlin',
    userAgent: 'Mozilla/5.0',
    browser: 'Chrome 143 on Windows',
    referer: 'https://example.org/',
    sharedWith: null,
    durationSeconds: 0,
    pagesSeen: 0,
    completion: 0,
    device: 'desktop',
    os: 'Windows',
    region: 'BE',
    link: null,
    email: null,
    isBot: false,
  };
  return {
    file: aFile(),
    analytics: [
      { ...entry, id: '2', ipAddress: '198.51.100.4', country: '', browser: '', referer: '' },
      entry,
    ],
    summary: { totalViews: 2, uniqueVisitors: 2, uniqueCountries: 1, firstView: entry.accessedAt },
    series: [
      { at: '2026-11-20T11:00:00.000Z', views: 1 },
      { at: '2026-11-20T12:00:00.000Z', views: 2 },
    ],
    countries: [
      { country: 'Germany', count: 1 },
      { country: 'Unknown', count: 1 },
    ],
    allCountries: ['Germany', 'Unknown'],
    pages: [],
    completion: 0,
    devices: [{ name: 'desktop', count: 2 }],
    systems: [{ name: 'Windows', count: 2 }],
    browsers: [{ name: 'Chrome', count: 2 }],
    referrers: [
      { name: 'Direct', count: 1 },
      { name: 'example.org', count: 1 },
    ],
    cities: [{ name: 'Berlin', count: 2 }],
    links: [{ name: 'First link', count: 2 }],
    nextCursor: null,
    ...overrides,
  };
}

/** A Basic plan that renews on 24 December. */
export function aSubscription(overrides: Partial<SubscriptionView> = {}): SubscriptionView {
  return {
    plan: 'basic',
    status: 'active',
    renewsAt: '2026-12-24T12:00:00.000Z',
    endsAt: null,
    ...overrides,
  };
}
