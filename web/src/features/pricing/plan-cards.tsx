import { Badge, Card, Group, List, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { BillingPeriod, PricingPlan } from '@waybill/contracts';
import { isSold, type PricingState, unavailableReason } from './plan-action.js';
import { PlanButton } from './plan-button.js';
import classes from './pricing.module.css';

/** The plans side by side (spec §2, §9). */
export function PlanCards({
  plans,
  state,
  onRetry,
}: {
  plans: readonly PricingPlan[];
  state: PricingState;
  onRetry: () => void;
}) {
  return (
    <SimpleGrid cols={{ base: 1, md: plans.length }} spacing="lg">
      {plans.map((offer) => (
        <Card
          key={offer.id}
          padding="xl"
          className={classes.plan}
          data-featured={offer.featured || undefined}
        >
          <Stack gap="lg" h="100%">
            <div>
              <Group justify="space-between">
                <Title order={2}>{offer.name}</Title>
                {offer.featured && isSold(offer) && <Badge>Most popular</Badge>}
              </Group>
              <Text c="dimmed" size="sm" mt={4}>
                {offer.description}
              </Text>
            </div>
            {plans.some(isSold) && <Price offer={offer} period={state.period} />}
            <List spacing={8} icon={<IconCheck size={18} className={classes.tick} aria-hidden />} flex={1}>
              {offer.features.map((feature) => (
                <List.Item key={feature}>{feature}</List.Item>
              ))}
            </List>
            <Stack gap={6}>
              <PlanButton offer={offer} state={state} onRetry={onRetry} />
              {unavailableReason(offer.id, state) && (
                <Text size="sm" c="dimmed" ta="center">
                  {unavailableReason(offer.id, state)}
                </Text>
              )}
            </Stack>
          </Stack>
        </Card>
      ))}
    </SimpleGrid>
  );
}

function Price({ offer, period }: { offer: PricingPlan; period: BillingPeriod }) {
  const isAnnual = period === 'annual';
  const saving = offer.monthlyPrice * 12 - offer.annualPrice;
  return (
    <div>
      <Group gap={6} align="baseline">
        <span className={classes.price}>${isAnnual ? offer.annualPrice : offer.monthlyPrice}</span>
        <Text c="dimmed">{isAnnual ? 'per year' : 'per month'}</Text>
      </Group>
      <Text size="sm" c="dimmed" mih={22}>
        {isAnnual && saving > 0 ? `You save $${saving} a year` : ''}
      </Text>
    </div>
  );
}
