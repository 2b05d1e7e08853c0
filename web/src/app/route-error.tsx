import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { isRouteErrorResponse, useRouteError } from 'react-router-dom';
import { uiMessages } from '@waybill/contracts';
import { EmptyState } from '../components/ui/empty-state.js';
import { NotFoundPage } from '../pages/not-found.page.js';

/** Error page of a route: not found, or an error of the client. */
export function RouteError() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />;
  return (
    <EmptyState
      icon={IconAlertTriangle}
      title="This page did not load"
      heading={1}
      actions={<Button onClick={() => window.location.reload()}>Reload</Button>}
    >
      {sentenceFor(error)}
    </EmptyState>
  );
}

function sentenceFor(error: unknown): string {
  if (isRouteErrorResponse(error)) return String(error.data);
  return isUnfetched(error) ? uiMessages.pageFetchFailed : uiMessages.serverFailed;
}

/**
 * Whether the code of the page failed to load: no connection, or a newer release replaced it. Browsers word this
 * differently.
 */
function isUnfetched(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script|preload css/i.test(error.message)
  );
}
