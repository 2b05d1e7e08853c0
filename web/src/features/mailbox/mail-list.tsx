import { Text } from '@mantine/core';
import type { MailSummary } from '@waybill/contracts';
import { Link } from 'react-router-dom';
import { formatDateTime } from '../../lib/format/date.js';
import { paths } from '../../lib/paths.js';
import classes from './mailbox.module.css';

/** List of stored mails, newest first. `openId`: the selected mail. */
export function MailList({ mails, openId }: { mails: readonly MailSummary[]; openId: string | null }) {
  return (
    <ul className={classes.list} aria-label="Mails">
      {mails.map(({ id, subject, to, keptAt }) => (
        <li key={id}>
          <Link
            to={paths.mail(id)}
            replace
            className={classes.item}
            aria-current={id === openId ? 'true' : undefined}
          >
            <Text fw={600} size="sm" lineClamp={2}>
              {subject}
            </Text>
            <Text size="sm" c="dimmed" truncate>
              To {to.name || to.address}
            </Text>
            <Text size="xs" c="dimmed">
              {formatDateTime(keptAt)}
            </Text>
          </Link>
        </li>
      ))}
    </ul>
  );
}
