import { Alert, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconInfoCircle } from '@tabler/icons-react';
import { type PlanId, planOffers, sentences } from '@waybill/contracts';
import { ButtonLink } from '../../components/ui/button-link.js';
import { sentenceOf } from '../../lib/api/api-error.js';
import { formatDate } from '../../lib/format/date.js';
import { tellFailure, tellSuccess } from '../../lib/notify.js';
import { paths } from '../../lib/paths.js';
import { timings } from '../../lib/timings.js';
import { useCancelSubscriptionMutation } from './account.api.js';

/** The plan as it is, and the way out of a paid one (spec §4). `wanted`: the plan chosen on the pricing page. */
export function SubscriptionPanel({
  plan,
  isPromotion,
  wanted,
}: {
  plan: PlanId;
  isPromotion: boolean;
  wanted: string | null;
}) {
  const offer = planOffers.find(({ id }) => id === plan);
  const wantedName = planOffers.find(({ id }) => id === wanted)?.name;
  return (
    <Stack>
      {wantedName && (
        <Alert icon={<IconInfoCircle />}>
          To change to {wantedName}, cancel your current plan first. It stays yours until the end of the
          billing period; then choose {wantedName} on the pricing page.
        </Alert>
      )}
      <Group justify="space-between">
        <div>
          <Text c="dimmed" size="sm">
            Current plan
          </Text>
          <Group gap="xs">
            <Text fw={600} fz="xl">
              {offer?.name}
            </Text>
            {isPromotion && <Badge>Promotion</Badge>}
          </Group>
          <Text size="sm" c="dimmed">
            {offer?.features.slice(0, 3).join(' · ')}
          </Text>
        </div>
        {plan === 'free' ? (
          <ButtonLink to={paths.pricing}>See plans</ButtonLink>
        ) : (
          <CancelButton isPromotion={isPromotion} />
        )}
      </Group>
    </Stack>
  );
}

function CancelButton({ isPromotion }: { isPromotion: boolean }) {
  const [cancel, { isLoading }] = useCancelSubscriptionMutation();

  async function run() {
    const { data, error } = await cancel();
    if (error) tellFailure(sentenceOf(error, sentences.cancelFailed));
    else {
      tellSuccess(`${data.message} (${formatDate(data.subscriptionEndsAt)})`, timings.accountToast);
    }
  }

  const ask = () =>
    modals.openConfirmModal({
      title: 'Cancel your subscription?',
      children: <Text size="sm">You keep access until the end of the billing period.</Text>,
      labels: { confirm: 'Cancel subscription', cancel: 'Keep it' },
      confirmProps: { color: 'red' },
      onConfirm: () => void run(),
    });

  return (
    <Button color="red" variant="light" disabled={isPromotion} loading={isLoading} onClick={ask}>
      {isPromotion ? 'Promotion Active' : 'Cancel Subscription'}
    </Button>
  );
}
