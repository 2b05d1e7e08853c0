import { Alert, Badge, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { limitsInWords, type PlanId, accountMessages, type SubscriptionView } from '@waybill/contracts';
import { ButtonLink } from '../../components/ui/button-link.js';
import { ErrorState } from '../../components/ui/error-state.js';
import { sentenceOf } from '../../lib/api/api-error.js';
import { formatDate } from '../../lib/format/date.js';
import { pollingOptions } from '../../lib/polling.js';
import { paths } from '../../lib/paths.js';
import { useConfig, usePlanLimits } from '../../lib/config/config.api.js';
import { useGetSubscriptionQuery } from './account.api.js';
import { CancelSubscription } from './cancel-subscription.js';
import { planNameOf, type PlanSource, sourceOf } from './plan-change.js';

interface PanelProps {
  /** Effective plan, a promotion included. */
  readonly plan: PlanId;
  readonly isPromotion: boolean;
}

/** Current plan, and the cancellation of a paid one (spec §4). */
export function SubscriptionPanel(props: PanelProps) {
  const { data: subscription, error, refetch } = useGetSubscriptionQuery(undefined, pollingOptions());
  if (!subscription && error) {
    const sentence = sentenceOf(error, accountMessages.subscriptionLoadFailed);
    return <ErrorState message={sentence} onRetry={() => void refetch()} />;
  }
  if (!subscription) return <Skeleton height={96} role="status" aria-label="Loading your subscription" />;
  return <Subscription {...props} subscription={subscription} />;
}

function Subscription({ plan, isPromotion, subscription }: PanelProps & { subscription: SubscriptionView }) {
  const shown = isPromotion ? plan : subscription.plan;
  const limits = usePlanLimits(shown);
  const { defaultPlan } = useConfig();
  const source = sourceOf(subscription, defaultPlan);
  const isGiven = !isPromotion && source === 'given';
  const isEnding = subscription.status === 'ending' || subscription.isCancelled === true;
  return (
    <Stack>
      {subscription.status === 'past-due' && subscription.endsAt && (
        <Alert color="orange" icon={<IconAlertTriangle />} title="Your last payment failed">
          Please pay the invoice that was e-mailed to you. Until {formatDate(subscription.endsAt)} you keep{' '}
          {planNameOf(subscription.plan)}.
        </Alert>
      )}
      <Group justify="space-between" align="flex-start">
        <Stack gap={2}>
          <Text c="dimmed" size="sm">
            Current plan
          </Text>
          <Group gap="xs">
            <Text fw={600} fz="xl">
              {planNameOf(shown)}
            </Text>
            {isPromotion && <Badge>Promotion</Badge>}
            {isEnding && <Badge color="gray">Ending</Badge>}
            {subscription.status === 'past-due' && <Badge color="orange">Payment failed</Badge>}
          </Group>
          <Text size="sm" c="dimmed">
            {limitsInWords(limits).join(' · ')}
          </Text>
          <Text size="sm" mt="xs">
            {isGiven && shown !== 'free'
              ? 'Everyone with an account here has this plan.'
              : termOf(subscription, source, isPromotion)}
          </Text>
        </Stack>
        {shown === 'free' && <ButtonLink to={paths.pricing}>See plans</ButtonLink>}
        {shown !== 'free' && !isGiven && (isPromotion || !isEnding) && (
          <CancelSubscription isPromotion={isPromotion} isGranted={source === 'granted'} />
        )}
      </Group>
    </Stack>
  );
}

function termOf(
  { plan, status, renewsAt, endsAt, isCancelled }: SubscriptionView,
  source: PlanSource,
  isPromotion: boolean,
): string {
  const own = isPromotion && plan !== 'free' ? `Your own plan is ${planNameOf(plan)}. ` : '';
  if (status === 'ending' && endsAt) {
    return `${own}It ends on ${formatDate(endsAt)}. You keep it until then, and nothing more is charged.`;
  }
  if (isCancelled && endsAt) return `${own}It was cancelled and ends on ${formatDate(endsAt)}.`;
  if (source === 'granted') return `${own}The operator gave you this plan. It has no end.`;
  return renewsAt ? `${own}It renews on ${formatDate(renewsAt)}.` : own;
}
