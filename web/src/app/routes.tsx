import type { RouteObject } from 'react-router-dom';
import { DefaultLayout } from './layouts/default-layout.js';
import { MinimalLayout } from './layouts/minimal-layout.js';
import { loadConfig, requireAdmin, requireFileId, requireLogin } from './guards.js';
import { NotFoundPage } from '../pages/not-found.page.js';
import { RouteError } from './route-error.js';
import type { AppStore } from './store.js';

/**
 * All routes of the client (spec §2). Each page is a chunk of its own. `lazy` is a function: React Router does not
 * report a failed `lazy` object of a route without a loader, and shows an empty page.
 */
export function routesOf(store: AppStore): RouteObject[] {
  return [
    {
      element: <DefaultLayout />,
      loader: loadConfig(store),
      shouldRevalidate: () => false,
      hydrateFallbackElement: <DefaultLayout isWaiting />,
      errorElement: <WithoutLayout />,
      children: [
        {
          errorElement: <RouteError />,
          children: [...publicPages(), adminPages(store), signedInPages(store)],
        },
      ],
    },
    {
      element: <MinimalLayout />,
      hydrateFallbackElement: <MinimalLayout />,
      errorElement: <WithoutLayout />,
      children: [
        {
          path: 'embed/:fileId',
          errorElement: <RouteError />,
          loader: requireFileId,
          lazy: async () => ({ Component: (await import('../pages/embed.page.js')).EmbedPage }),
        },
      ],
    },
  ];
}

function publicPages(): RouteObject[] {
  return [
    { index: true, lazy: async () => ({ Component: (await import('../pages/home.page.js')).HomePage }) },
    {
      path: 'features',
      lazy: async () => ({ Component: (await import('../pages/features.page.js')).FeaturesPage }),
    },
    {
      path: 'pricing',
      lazy: async () => ({ Component: (await import('../pages/pricing.page.js')).PricingPage }),
    },
    {
      path: 'signup',
      lazy: async () => ({ Component: (await import('../pages/sign-up.page.js')).SignUpPage }),
    },
    { path: 'login', lazy: async () => ({ Component: (await import('../pages/login.page.js')).LoginPage }) },
    {
      path: 'forgot-password',
      lazy: async () => ({
        Component: (await import('../pages/forgot-password.page.js')).ForgotPasswordPage,
      }),
    },
    {
      path: 'reset-password',
      lazy: async () => ({ Component: (await import('../pages/reset-password.page.js')).ResetPasswordPage }),
    },
    {
      path: 'activate',
      lazy: async () => ({ Component: (await import('../pages/activate.page.js')).ActivatePage }),
    },
    {
      path: 'contact',
      lazy: async () => ({ Component: (await import('../pages/contact.page.js')).ContactPage }),
    },
    {
      path: 'status',
      lazy: async () => ({ Component: (await import('../pages/status.page.js')).StatusPage }),
    },
    { path: 'terms', lazy: async () => ({ Component: (await import('../pages/terms.page.js')).TermsPage }) },
    {
      path: 'success',
      lazy: async () => ({ Component: (await import('../pages/success.page.js')).SuccessPage }),
    },
    {
      path: 'unsubscribe',
      lazy: async () => ({ Component: (await import('../pages/unsubscribe.page.js')).UnsubscribePage }),
    },
    {
      path: 'mailbox',
      lazy: async () => ({ Component: (await import('../pages/mailbox.page.js')).MailboxPage }),
    },
    ...['docx', 'pdf', 'xlsx', 'pptx'].map((path) => ({
      path,
      lazy: async () => ({ Component: (await import('../pages/landing.page.js')).LandingPage }),
    })),
    { path: 'l/:slug', lazy: async () => ({ Component: (await import('../pages/link.page.js')).LinkPage }) },
    {
      path: 'r/:slug',
      lazy: async () => ({ Component: (await import('../pages/request.page.js')).RequestPage }),
    },
    {
      path: 'office-preview/:fileId',
      loader: requireFileId,
      lazy: async () => ({ Component: (await import('../pages/office-preview.page.js')).OfficePreviewPage }),
    },
    {
      path: ':fileId/create',
      loader: requireFileId,
      lazy: async () => ({ Component: (await import('../pages/create.page.js')).CreatePage }),
    },
    {
      path: ':fileId/share',
      loader: requireFileId,
      lazy: async () => ({ Component: (await import('../pages/share.page.js')).SharePage }),
    },
    {
      path: 'b/:fileId',
      loader: requireFileId,
      lazy: async () => ({ Component: (await import('../pages/bundle.page.js')).BundlePage }),
    },
    {
      path: 'b/:fileId/share',
      loader: requireFileId,
      lazy: async () => ({ Component: (await import('../pages/bundle-share.page.js')).BundleSharePage }),
    },
    ...[':fileId', ':fileId/link'].map((path) => ({
      path,
      loader: requireFileId,
      lazy: async () => ({ Component: (await import('../pages/view.page.js')).ViewPage }),
    })),
    { path: '*', Component: NotFoundPage },
  ];
}

/** Pages that require a login: checked on entry, and watched while they are open. */
function signedInPages(store: AppStore): RouteObject {
  return {
    lazy: async () => ({ Component: (await import('./layouts/login-required.js')).LoginRequired }),
    loader: requireLogin(store),
    shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
    children: [
      {
        path: 'upload',
        lazy: async () => ({ Component: (await import('../pages/uploads.page.js')).UploadsPage }),
      },
      {
        path: 'requests',
        lazy: async () => ({ Component: (await import('../pages/requests.page.js')).RequestsPage }),
      },
      {
        path: 'account',
        lazy: async () => ({ Component: (await import('../pages/account.page.js')).AccountPage }),
      },
      {
        path: 'analytics/:fileId',
        loader: requireFileId,
        lazy: async () => ({ Component: (await import('../pages/analytics.page.js')).AnalyticsPage }),
      },
      {
        path: 'b/:fileId/analytics',
        loader: requireFileId,
        lazy: async () => ({ Component: (await import('../pages/analytics.page.js')).BundleAnalyticsPage }),
      },
      {
        path: 'overview',
        lazy: async () => ({ Component: (await import('../pages/overview.page.js')).OverviewPage }),
      },
    ],
  };
}

/** Pages of the administration, which do not exist for everyone else. */
function adminPages(store: AppStore): RouteObject {
  return {
    path: 'admin',
    loader: requireAdmin(store),
    shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
    children: [
      {
        index: true,
        lazy: async () => ({
          Component: (await import('../pages/admin-overview.page.js')).AdminOverviewPage,
        }),
      },
      {
        path: 'reports',
        lazy: async () => ({ Component: (await import('../pages/admin-reports.page.js')).AdminReportsPage }),
      },
      {
        path: 'files',
        lazy: async () => ({ Component: (await import('../pages/admin-files.page.js')).AdminFilesPage }),
      },
      {
        path: 'people',
        lazy: async () => ({ Component: (await import('../pages/admin-people.page.js')).AdminPeoplePage }),
      },
      {
        path: 'audit',
        lazy: async () => ({ Component: (await import('../pages/admin-audit.page.js')).AdminAuditPage }),
      },
    ],
  };
}

/** Error page for errors in the layout itself. */
function WithoutLayout() {
  return (
    <main>
      <RouteError />
    </main>
  );
}
