import { Badge, Center, Group, SegmentedControl, Stack } from '@mantine/core';
import { type BillingPeriod, pricingPlansOf, accountMessages } from '@waybill/contracts';
import { useState } from 'react';
import { ErrorState } from '../components/ui/error-state.js';
import { PageHeading } from '../components/ui/page-heading.js';
import { Faq } from '../features/pricing/faq.js';
import { useGetOffersQuery } from '../features/pricing/offers.api.js';
import { isSold } from '../features/pricing/plan-action.js';
import { PlanCards } from '../features/pricing/plan-cards.js';
import { PromotionNote } from '../features/pricing/promotion-note.js';
import { usePromotion } from '../features/promotion/promotion.api.js';
import { useSession } from '../features/session/hooks/use-session.js';
import { useConfig } from '../lib/config/config.api.js';

/** `/pricing` (spec §2, §4). The questions are hidden while a promotion is on (contract). */
export function PricingPage() {
  const [period, setPeriod] = useState<BillingPeriod>('monthly');
  const session = useSession();
  const promotion = usePromotion();
  const { plans: limits, anonymousUploads, defaultPlan, signUp } = useConfig();
  const plans = pricingPlansOf(limits, anonymousUploads, defaultPlan);
  const sellsPlans = plans.some(isSold);
  const offers = useGetOffersQuery(session.user?.id ?? null, {
    skip: session.status === 'unknown',
    refetchOnMountOrArgChange: true,
  });
  const state = {
    current: session.status === 'in' ? session.plan : null,
    defaultPlan,
    isSignUpOpen: signUp === 'open',
    isPromotion: promotion.isActive,
    period,
    offers: offers.isError ? null : offers.currentData,
  };

  return (
    <Stack gap="xl">
      <PageHeading
        title="Pricing"
        description={
          sellsPlans
            ? 'Start free. Pay when your files need to travel further.'
            : 'Everyone with an account has everything. There is nothing to pay.'
        }
        align="center"
      />
      {promotion.isActive && <PromotionNote message={promotion.message} endDate={promotion.endDate} />}
      {sellsPlans && (
        <Center>
          <Group gap="sm" justify="center">
            <SegmentedControl
              aria-label="Billing period"
              value={period}
              onChange={(value) => setPeriod(value)}
              data={[
                { value: 'monthly', label: 'Monthly' },
                { value: 'annual', label: 'Annual' },
              ]}
            />
            <Badge size="lg">Save 20%</Badge>
          </Group>
        </Center>
      )}
      {session.status === 'in' && offers.isError && (
        <ErrorState message={accountMessages.subscriptionLoadFailed} onRetry={() => void offers.refetch()} />
      )}
      <PlanCards plans={plans} state={state} onRetry={() => void offers.refetch()} />
      {!promotion.isActive && <Faq sellsPlans={sellsPlans} />}
    </Stack>
  );
}
