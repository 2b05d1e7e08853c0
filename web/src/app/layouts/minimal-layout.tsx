import { Outlet } from 'react-router-dom';

/** No site chrome: for what other websites show in a frame. */
export function MinimalLayout() {
  return (
    <main style={{ height: '100dvh' }}>
      <Outlet />
    </main>
  );
}
