import { Group, Loader, Text } from '@mantine/core';
import { IconConfetti } from '@tabler/icons-react';
import { higherPlan, type PlanId, planNames } from '@waybill/contracts';
import { useEffect, useState } from 'react';
import { ButtonLink } from '../components/ui/button-link.js';
import { EmptyState } from '../components/ui/empty-state.js';
import { PageTitle } from '../components/ui/page-heading.js';
import { useGetSubscriptionQuery } from '../features/account/account.api.js';
import { useSession } from '../features/session/hooks/use-session.js';
import { useGetUserQuery } from '../features/session/session.api.js';
import { paths } from '../lib/paths.js';
import { pollingOptions } from '../lib/polling.js';
import { timings } from '../lib/timings.js';

/** `/success`: return from the payment provider (spec §2). Polls until the new plan has arrived. */
export function SuccessPage() {
  const session = useSession();
  return (
    <>
      <PageTitle>Thank you</PageTitle>
      <EmptyState
        icon={IconConfetti}
        title="Thank you for subscribing"
        heading={1}
        actions={<ButtonLink to={paths.account}>Go to your account</ButtonLink>}
      >
        {session.status === 'in' ? (
          <Arrival />
        ) : (
          'Your plan is active as soon as the payment is confirmed, usually within a minute.'
        )}
      </EmptyState>
    </>
  );
}

function Arrival() {
  const isWithinWait = useTrueFor(timings.maxPaymentWait);
  const [isArrived, setArrived] = useState(false);
  const poll = pollingOptions(isWithinWait && !isArrived ? timings.paymentPoll : 0);
  const { data: subscription } = useGetSubscriptionQuery(undefined, poll);
  const { data: user } = useGetUserQuery(undefined, poll);
  const [planBefore, setPlanBefore] = useState<PlanId | null>(null);
  if (subscription && planBefore === null) setPlanBefore(subscription.plan);
  const plan = subscription?.plan ?? 'free';
  // The plan from before the payment can be one that nobody pays for.
  const isPaid = subscription?.renewsAt != null || (planBefore !== null && plan !== planBefore);
  // Wait for both: an event updates the user's plan a moment after the subscription.
  const isHere =
    plan !== 'free' && isPaid && user && higherPlan(user.subscription, plan) === user.subscription;
  if (isHere && !isArrived) setArrived(true);

  if (isHere) {
    return (
      <Text span role="status">
        You are on {planNames[plan]} now. All it gives is yours.
      </Text>
    );
  }
  if (!isWithinWait) {
    return 'The payment is not confirmed yet, which can take some minutes. There is nothing more for you to do: your account shows the plan as soon as it is.';
  }
  return (
    <Group component="span" role="status" gap="xs" justify="center">
      <Loader size="xs" aria-hidden /> Waiting for your payment to be confirmed …
    </Group>
  );
}

/** True for the given number of milliseconds. */
function useTrueFor(milliseconds: number): boolean {
  const [isTrue, setTrue] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setTrue(false), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds]);
  return isTrue;
}
