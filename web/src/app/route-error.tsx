import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { isRouteErrorResponse, useRouteError } from 'react-router-dom';
import { errorCatalogue, uiMessages } from '@waybill/contracts';
import { Notice } from '../components/ui/notice.js';
import { NotFoundPage } from '../pages/not-found.page.js';

/** What stands in for a page that could not be shown: an address that is none, or a fault of ours. */
export function RouteError() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />;
  return (
    <Notice
      icon={IconAlertTriangle}
      title="This page did not load"
      heading={1}
      actions={<Button onClick={() => window.location.reload()}>Reload</Button>}
    >
      {sentenceFor(error)}
    </Notice>
  );
}

function sentenceFor(error: unknown): string {
  if (isRouteErrorResponse(error)) return String(error.data);
  return isUnfetched(error) ? uiMessages.pageFetchFailed : errorCatalogue['server.failed'].message;
}

/** The page's code did not arrive: no connection, or a newer version has replaced it. Each browser has its own words. */
function isUnfetched(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script|preload css/i.test(error.message)
  );
}
