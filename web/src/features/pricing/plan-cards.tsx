import { Badge, Button, Card, Group, List, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type PlanId, type PlanOffer, planOffers } from '@waybill/contracts';
import classes from './pricing.module.css';

export type Billing = 'monthly' | 'annual';

/** The three plans side by side (spec §2, §9). `current` null: signed out. */
export function PlanCards({
  billing,
  current,
  isPromotion,
  onChoose,
}: {
  billing: Billing;
  current: PlanId | null;
  isPromotion: boolean;
  onChoose: (plan: PlanId) => void;
}) {
  return (
    <SimpleGrid cols={{ base: 1, md: 3 }} spacing="lg">
      {planOffers.map((offer) => (
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
                {offer.featured && <Badge>Most popular</Badge>}
              </Group>
              <Text c="dimmed" size="sm" mt={4}>
                {offer.description}
              </Text>
            </div>
            <Price offer={offer} billing={billing} />
            <List spacing={8} icon={<IconCheck size={18} className={classes.tick} aria-hidden />} flex={1}>
              {offer.features.map((feature) => (
                <List.Item key={feature}>{feature}</List.Item>
              ))}
            </List>
            <Button
              fullWidth
              variant={offer.featured ? 'filled' : 'default'}
              onClick={() => onChoose(offer.id)}
            >
              {labelOf(offer, current, isPromotion)}
            </Button>
          </Stack>
        </Card>
      ))}
    </SimpleGrid>
  );
}

function Price({ offer, billing }: { offer: PlanOffer; billing: Billing }) {
  const isAnnual = billing === 'annual';
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

function labelOf(offer: PlanOffer, current: PlanId | null, isPromotion: boolean): string {
  if (current === null) return offer.id === 'free' ? 'Get started' : `Choose ${offer.name}`;
  if (isPromotion) return 'Promotion Active';
  return offer.id === current ? 'Your plan' : `Choose ${offer.name}`;
}
