import { Alert } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { TextLink } from '../../../components/ui/text-link.js';
import { paths } from '../../../lib/paths.js';

/** Explains why protection and expiry are disabled, with a link to the plans. */
export function UpgradeHint() {
  return (
    <Alert icon={<IconLock />}>
      Free files live for 1 hour. Upgrade for password protection and more expiry options.{' '}
      <TextLink to={paths.pricing} inherit fw={600} c="inherit" underline="always">
        See plans
      </TextLink>
    </Alert>
  );
}
