/** Paths that the client links to (spec §2). */
export const paths = {
  home: '/',
  features: '/features',
  pricing: '/pricing',
  uploads: '/upload',
  overview: '/overview',
  signUp: '/signup',
  login: '/login',
  forgotPassword: '/forgot-password',
  account: '/account',
  contact: '/contact',
  status: '/status',
  terms: '/terms',
  mailbox: '/mailbox',
  admin: '/admin',
  adminReports: '/admin/reports',
  adminFiles: '/admin/files',
  adminPeople: '/admin/people',
  adminAudit: '/admin/audit',
  mail: (id: string) => `/mailbox?${new URLSearchParams({ mail: id }).toString()}`,
  view: (fileId: string) => `/${fileId}`,
  bundle: (bundleId: string) => `/b/${bundleId}`,
  bundleShare: (bundleId: string) => `/b/${bundleId}/share`,
  bundleAnalytics: (bundleId: string) => `/b/${bundleId}/analytics`,
  requests: '/requests',
  link: (fileId: string) => `/${fileId}/link`,
  create: (fileId: string) => `/${fileId}/create`,
  share: (fileId: string) => `/${fileId}/share`,
  embed: (fileId: string) => `/embed/${fileId}`,
  analytics: (fileId: string) => `/analytics/${fileId}`,
  loginWith: (message: string) => `/login?${new URLSearchParams({ message }).toString()}`,
  changePlan: (plan: string) =>
    `/account?${new URLSearchParams({ tab: 'subscription', from: 'pricing', targetPlan: plan }).toString()}`,
} as const;

/** Absolute URL of a path. */
export function absolute(path: string): string {
  return window.location.origin + path;
}
