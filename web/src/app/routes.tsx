import type { RouteObject } from 'react-router-dom';
import { FileIdRequired } from './guards/file-id-required.js';
import { DefaultLayout } from './layouts/default-layout.js';
import { MinimalLayout } from './layouts/minimal-layout.js';
import { lazyPage } from './lazy-page.js';
import { NotFoundPage } from '../pages/not-found.page.js';

const viewPage = lazyPage(() => import('../pages/view.page.js'), 'ViewPage');
const landingPage = lazyPage(() => import('../pages/landing.page.js'), 'LandingPage');
const adminRequired = lazyPage(() => import('./guards/admin-required.js'), 'AdminRequired');
/** Guard of pages that require a login: checked when they are opened, and watched while they are open. */
const loginRequired = lazyPage(() => import('./guards/login-required.js'), 'LoginRequired');

const publicPages: RouteObject[] = [
  { index: true, ...lazyPage(() => import('../pages/home.page.js'), 'HomePage') },
  { path: 'features', ...lazyPage(() => import('../pages/features.page.js'), 'FeaturesPage') },
  { path: 'pricing', ...lazyPage(() => import('../pages/pricing.page.js'), 'PricingPage') },
  { path: 'signup', ...lazyPage(() => import('../pages/sign-up.page.js'), 'SignUpPage') },
  { path: 'login', ...lazyPage(() => import('../pages/login.page.js'), 'LoginPage') },
  {
    path: 'forgot-password',
    ...lazyPage(() => import('../pages/forgot-password.page.js'), 'ForgotPasswordPage'),
  },
  {
    path: 'reset-password',
    ...lazyPage(() => import('../pages/reset-password.page.js'), 'ResetPasswordPage'),
  },
  { path: 'activate', ...lazyPage(() => import('../pages/activate.page.js'), 'ActivatePage') },
  { path: 'contact', ...lazyPage(() => import('../pages/contact.page.js'), 'ContactPage') },
  { path: 'status', ...lazyPage(() => import('../pages/status.page.js'), 'StatusPage') },
  { path: 'terms', ...lazyPage(() => import('../pages/terms.page.js'), 'TermsPage') },
  { path: 'success', ...lazyPage(() => import('../pages/success.page.js'), 'SuccessPage') },
  {
    path: 'unsubscribe',
    ...lazyPage(() => import('../pages/unsubscribe.page.js'), 'UnsubscribePage'),
  },
  { path: 'mailbox', ...lazyPage(() => import('../pages/mailbox.page.js'), 'MailboxPage') },
  ...['docx', 'pdf', 'xlsx', 'pptx'].map((path) => ({ path, ...landingPage })),
  { path: 'l/:slug', ...lazyPage(() => import('../pages/link.page.js'), 'LinkPage') },
  { path: 'r/:slug', ...lazyPage(() => import('../pages/request.page.js'), 'RequestPage') },
  { path: '*', element: <NotFoundPage /> },
];

const signedInPages: RouteObject = {
  ...loginRequired,
  children: [
    { path: 'upload', ...lazyPage(() => import('../pages/uploads.page.js'), 'UploadsPage') },
    { path: 'requests', ...lazyPage(() => import('../pages/requests.page.js'), 'RequestsPage') },
    { path: 'account', ...lazyPage(() => import('../pages/account.page.js'), 'AccountPage') },
    { path: 'overview', ...lazyPage(() => import('../pages/overview.page.js'), 'OverviewPage') },
  ],
};

/** Pages of one file or bundle. A malformed id shows the not-found page before any login is required. */
const filePages: RouteObject[] = [
  {
    path: ':fileId',
    element: <FileIdRequired />,
    children: [
      { index: true, ...viewPage },
      { path: 'link', ...viewPage },
      { path: 'create', ...lazyPage(() => import('../pages/create.page.js'), 'CreatePage') },
      { path: 'share', ...lazyPage(() => import('../pages/share.page.js'), 'SharePage') },
    ],
  },
  {
    path: 'b/:fileId',
    element: <FileIdRequired />,
    children: [
      { index: true, ...lazyPage(() => import('../pages/bundle.page.js'), 'BundlePage') },
      {
        path: 'share',
        ...lazyPage(() => import('../pages/bundle-share.page.js'), 'BundleSharePage'),
      },
      {
        ...loginRequired,
        children: [
          {
            path: 'analytics',
            ...lazyPage(() => import('../pages/analytics.page.js'), 'BundleAnalyticsPage'),
          },
        ],
      },
    ],
  },
  {
    path: 'analytics/:fileId',
    element: <FileIdRequired />,
    children: [
      {
        ...loginRequired,
        children: [
          {
            index: true,
            ...lazyPage(() => import('../pages/analytics.page.js'), 'AnalyticsPage'),
          },
        ],
      },
    ],
  },
  {
    path: 'office-preview/:fileId',
    element: <FileIdRequired />,
    children: [
      {
        index: true,
        ...lazyPage(() => import('../pages/office-preview.page.js'), 'OfficePreviewPage'),
      },
    ],
  },
];

/** Pages of the administration. Everyone but administrators gets the not-found page. */
const adminPages: RouteObject = {
  path: 'admin',
  ...adminRequired,
  children: [
    {
      index: true,
      ...lazyPage(() => import('../pages/admin-overview.page.js'), 'AdminOverviewPage'),
    },
    {
      path: 'reports',
      ...lazyPage(() => import('../pages/admin-reports.page.js'), 'AdminReportsPage'),
    },
    { path: 'files', ...lazyPage(() => import('../pages/admin-files.page.js'), 'AdminFilesPage') },
    {
      path: 'people',
      ...lazyPage(() => import('../pages/admin-people.page.js'), 'AdminPeoplePage'),
    },
    { path: 'audit', ...lazyPage(() => import('../pages/admin-audit.page.js'), 'AdminAuditPage') },
  ],
};

/** All routes of the client (spec §2), for `Pages`. Each page is a chunk of its own. */
export const routes: RouteObject[] = [
  { element: <DefaultLayout />, children: [...publicPages, ...filePages, adminPages, signedInPages] },
  {
    element: <MinimalLayout />,
    children: [
      {
        path: 'embed/:fileId',
        element: <FileIdRequired />,
        children: [{ index: true, ...lazyPage(() => import('../pages/embed.page.js'), 'EmbedPage') }],
      },
    ],
  },
];
