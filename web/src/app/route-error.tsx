import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { uiMessages } from '@waybill/contracts';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { EmptyState } from '../components/ui/empty-state.js';

/** Page in place of one that threw an error, or whose code did not load. */
export function RouteError({ error }: { error: unknown }) {
  return isUnfetched(error) ? <PageUnfetched /> : <PageFailed message={uiMessages.serverFailed} />;
}

/** Loads the page again when the browser is online again, as a click on a link to it does. */
function PageUnfetched() {
  const navigate = useNavigate();
  const location = useLocation();
  useEffect(() => {
    const again = () => void navigate(location, { replace: true, state: location.state as unknown });
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [navigate, location]);
  return <PageFailed message={uiMessages.pageFetchFailed} />;
}

/** Page in place of one that cannot be shown now. */
export function PageFailed({ message }: { message: string }) {
  return (
    <EmptyState
      icon={IconAlertTriangle}
      title="This page did not load"
      heading={1}
      actions={<Button onClick={() => window.location.reload()}>Reload</Button>}
    >
      {message}
    </EmptyState>
  );
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
