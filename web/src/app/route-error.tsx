import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { isRouteErrorResponse, useRouteError } from 'react-router-dom';
import { errorCatalogue } from '@waybill/contracts';
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
      {isRouteErrorResponse(error) ? String(error.data) : errorCatalogue['server.failed'].message}
    </Notice>
  );
}
