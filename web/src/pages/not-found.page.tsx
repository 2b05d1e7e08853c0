import { IconMapPinOff } from '@tabler/icons-react';
import { ButtonLink } from '../components/ui/button-link.js';
import { PageTitle } from '../components/ui/page-heading.js';
import { EmptyState } from '../components/ui/empty-state.js';
import { paths } from '../lib/paths.js';

/** Not-found page (spec §2). */
export function NotFoundPage() {
  return (
    <>
      <PageTitle>Page not found</PageTitle>
      <EmptyState
        icon={IconMapPinOff}
        title="Page not found"
        heading={1}
        actions={<ButtonLink to={paths.home}>Go home</ButtonLink>}
      >
        Nothing was ever delivered to this address. It may have been mistyped.
      </EmptyState>
    </>
  );
}
