import { ModalsProvider } from '@mantine/modals';
import { Navigate, Outlet } from 'react-router-dom';
import { useSession } from '../../features/session/hooks/use-session.js';
import { paths } from '../../lib/paths.js';

/** Shows its pages while the user is signed in. A session can end while a page is open. */
export function LoginRequired() {
  if (useSession().status === 'out') return <Navigate to={paths.login} replace />;
  return (
    <ModalsProvider>
      <Outlet />
    </ModalsProvider>
  );
}
