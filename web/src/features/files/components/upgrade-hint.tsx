import { Alert } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { TextLink } from '../../../components/ui/text-link.js';
import { formatHours, type PlanLimits } from '@waybill/contracts';
import { paths } from '../../../lib/paths.js';

/** Explains why protection and expiry are disabled, with a link to the plans. */
export function UpgradeHint({ limits }: { limits: PlanLimits }) {
  return (
    <Alert icon={<IconLock />}>
      {upgradeReason(limits)}{' '}
      <TextLink to={paths.pricing} inherit fw={600} c="inherit" underline="always">
        See plans
      </TextLink>
    </Alert>
  );
}

function upgradeReason({ maxExpiryHours, defaultExpiryHours }: PlanLimits): string {
  if (maxExpiryHours === null) return 'Upgrade for password protection.';
  const atMost = maxExpiryHours === defaultExpiryHours ? '' : 'up to ';
  return `Free files live for ${atMost}${formatHours(maxExpiryHours)}. Upgrade for password protection and more expiry options.`;
}
