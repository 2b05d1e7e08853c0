import { Badge, Center, Group, SegmentedControl, Stack } from '@mantine/core';
import { errorCatalogue, type PlanId } from '@waybill/contracts';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { PageHeading } from '../components/ui/page-heading.js';
import { Faq } from '../features/pricing/faq.js';
import { type Billing, PlanCards } from '../features/pricing/plan-cards.js';
import { PromotionNote } from '../features/pricing/promotion-note.js';
import { planChoice } from '../features/pricing/plan-choice.js';
import { usePromotion } from '../features/promotion/promotion.api.js';
import { useSession } from '../features/session/hooks/use-session.js';
import { tellFailure } from '../lib/notify.js';
import { paths } from '../lib/paths.js';

/** `/pricing` (spec §2, §4). The questions are hidden while a promotion is on (contract). */
export function PricingPage() {
  const [billing, setBilling] = useState<Billing>('monthly');
  const session = useSession();
  const promotion = usePromotion();
  const navigate = useNavigate();
  const current = session.status === 'in' ? session.plan : null;

  function choose(plan: PlanId) {
    const choice = planChoice(plan, current, promotion.isActive);
    if (choice === 'sign-up') void navigate(paths.signUp);
    if (choice === 'change-plan') void navigate(paths.changePlan(plan));
    if (choice === 'checkout') tellFailure(errorCatalogue['billing.not-configured'].message);
  }

  return (
    <Stack gap="xl">
      <PageHeading
        title="Pricing"
        description="Start free. Pay when your files need to travel further."
        align="center"
      />
      {promotion.isActive && <PromotionNote message={promotion.message} endDate={promotion.endDate} />}
      <Center>
        <Group gap="sm" justify="center">
          <SegmentedControl
            aria-label="Billing period"
            value={billing}
            onChange={(value) => setBilling(value)}
            data={[
              { value: 'monthly', label: 'Monthly' },
              { value: 'annual', label: 'Annual' },
            ]}
          />
          <Badge size="lg">Save 20%</Badge>
        </Group>
      </Center>
      <PlanCards billing={billing} current={current} isPromotion={promotion.isActive} onChoose={choose} />
      {!promotion.isActive && <Faq />}
    </Stack>
  );
}
