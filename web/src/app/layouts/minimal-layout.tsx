import { PageOutlet } from '../pages.js';

/** Layout without site chrome, for pages that other websites show in a frame. */
export function MinimalLayout() {
  return (
    <main style={{ height: '100dvh' }}>
      <PageOutlet />
    </main>
  );
}
