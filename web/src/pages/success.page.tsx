import { IconConfetti } from '@tabler/icons-react';
import { ButtonLink } from '../components/ui/button-link.js';
import { PageTitle } from '../components/ui/page-heading.js';
import { Notice } from '../components/ui/notice.js';
import { paths } from '../lib/paths.js';

/** `/success`: back from the payment provider (spec §2). */
export function SuccessPage() {
  return (
    <>
      <PageTitle>Thank you</PageTitle>
      <Notice
        icon={IconConfetti}
        title="Thank you for subscribing"
        heading={1}
        actions={<ButtonLink to={paths.account}>Go to your account</ButtonLink>}
      >
        Your plan is active as soon as the payment is confirmed, usually within a minute.
      </Notice>
    </>
  );
}
