import type { MailValues } from '@waybill/mail';
import { countOf, formatTime, listOf } from '../mail-text.js';
import { shareUrl } from '../public-urls.js';
import type { Target } from '../targets/target.entity.js';
import { safeFileName } from '../untrusted-text/untrusted-text.policy.js';
import type { templateOf } from './notification-mails.js';

export interface UnopenedTarget extends Pick<Target, 'id' | 'kind' | 'name'> {
  readonly delete_at: Date;
}

interface PresentedUnopened {
  readonly targetId?: string;
  readonly values: Omit<MailValues<(typeof templateOf)['unopenedBeforeExpiry']>, 'name'>;
}

/**
 * Formats the warning of one or more targets of an owner. Lists bundles first. The subject, which is kept after the
 * mail was sent, names only a single target: it is deleted with that target.
 */
export function presentUnopened(targets: readonly UnopenedTarget[], publicUrl: string): PresentedUnopened {
  const sorted = targets.toSorted((a, b) => a.kind.localeCompare(b.kind) || a.name.localeCompare(b.name));
  const [first] = sorted;
  if (!first) throw new Error('There is no unopened target to present');
  const expiresAt = Math.min(...targets.map((target) => target.delete_at.getTime()));
  const values = {
    // Set for several targets too, because a replica of the version before renders only these values.
    fileName: safeFileName(first.name),
    expiresAt: formatTime(new Date(expiresAt)),
  };
  if (targets.length === 1) {
    return { targetId: first.id, values: { ...values, link: shareUrl(publicUrl, first) } };
  }
  const files = targets.filter(({ kind }) => kind === 'file').length;
  const counts = [countOf(files, 'file'), countOf(targets.length - files, 'bundle')];
  return {
    values: {
      ...values,
      link: `${publicUrl}/upload`,
      count: counts.filter((count) => !count.startsWith('0 ')).join(' and '),
      lines: listOf(sorted.map(({ name }) => safeFileName(name))),
    },
  };
}
