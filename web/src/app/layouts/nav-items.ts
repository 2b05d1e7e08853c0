import type { Session } from '../../features/session/hooks/use-session.js';
import { paths } from '../../lib/paths.js';

interface NavItem {
  readonly to: string;
  readonly label: string;
}

/** Links of the navigation bar for this visitor (spec §2). */
export function navItemsFor(session: Session): NavItem[] {
  const items = [
    { to: paths.home, label: 'Home' },
    { to: paths.features, label: 'Features' },
    { to: paths.pricing, label: 'Pricing' },
  ];
  if (session.status !== 'in') return items;
  return [
    ...items,
    { to: paths.uploads, label: 'Uploads' },
    { to: paths.requests, label: 'Requests' },
    { to: paths.overview, label: 'Overview' },
  ];
}
