import { Outlet } from 'react-router-dom';

/** Layout without site chrome, for pages that other websites show in a frame. */
export function MinimalLayout() {
  return (
    <main style={{ height: '100dvh' }}>
      <Outlet />
    </main>
  );
}
