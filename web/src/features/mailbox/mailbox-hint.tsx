import { Alert } from '@mantine/core';
import { IconMailbox } from '@tabler/icons-react';
import { TextLink } from '../../components/ui/text-link.js';
import { paths } from '../../lib/paths.js';
import { useListMailsQuery } from './mailbox.api.js';

/** Points to the mailbox page if no mail server is set. Shown on localhost only, to browsers with the mailbox key. */
export function MailboxHint() {
  const isAway = !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(window.location.hostname);
  const { isSuccess } = useListMailsQuery(undefined, { skip: isAway });
  if (!isSuccess) return null;
  return (
    <Alert color="gray" icon={<IconMailbox />}>
      This Waybill has no mail server. The mail waits in the{' '}
      <TextLink to={paths.mailbox} inherit fw={600} underline="always">
        mailbox
      </TextLink>{' '}
      of this machine.
    </Alert>
  );
}
