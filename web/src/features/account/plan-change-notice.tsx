import { Alert } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { planIdSchema } from '@waybill/contracts';
import { TextLink } from '../../components/ui/text-link.js';
import { useConfig } from '../../lib/config/config.api.js';
import { pollingOptions } from '../../lib/polling.js';
import { paths } from '../../lib/paths.js';
import { useGetSubscriptionQuery } from './account.api.js';
import { planChange } from './plan-change.js';

/** Explains how to change to the plan chosen on the pricing page. `wanted`: plan name in the address, unchecked. */
export function PlanChangeNotice({ wanted, isPromotion }: { wanted: string | null; isPromotion: boolean }) {
  const { data: subscription } = useGetSubscriptionQuery(undefined, pollingOptions());
  const { defaultPlan } = useConfig();
  // The subscription tab shows the error when the subscription cannot be loaded.
  if (!subscription) return null;
  const plan = planIdSchema.safeParse(wanted?.toLowerCase()).data ?? null;
  const { text, leadsToPricing } = planChange(plan, subscription, { isPromotion, defaultPlan });
  return (
    <Alert icon={<IconInfoCircle />} aria-label="Changing your plan">
      {text}{' '}
      {leadsToPricing && (
        <TextLink to={paths.pricing} inherit fw={600} c="inherit" underline="always">
          Go to pricing
        </TextLink>
      )}
    </Alert>
  );
}
