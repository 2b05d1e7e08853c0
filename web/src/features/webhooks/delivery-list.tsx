import { Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import type { WebhookDeliveryView } from '@waybill/contracts';
import { ErrorState } from '../../components/ui/error-state.js';
import { FormError } from '../../components/ui/form-error.js';
import { sentenceOf } from '../../lib/api/api-error.js';
import { formatDateTime } from '../../lib/format/date.js';
import { showFailureToast } from '../../lib/toast.js';
import { useListPolling } from '../../lib/use-list-polling.js';
import { useNewRowFocus } from '../../lib/use-new-row-focus.js';
import { useListDeliveriesInfiniteQuery, useResendDeliveryMutation } from './webhooks.api.js';

const POLL_MS = 5000;
const states = {
  pending: { label: 'Waiting', color: 'orange' },
  delivered: { label: 'Delivered', color: 'harbor' },
  failed: { label: 'Failed', color: 'red' },
} as const;

/** Deliveries of a webhook, newest first. */
export function DeliveryList({ webhookId, isActive }: { webhookId: string; isActive: boolean }) {
  const [polling, countPages] = useListPolling(POLL_MS);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } =
    useListDeliveriesInfiniteQuery(webhookId, polling);
  countPages(data?.pages.length);
  const deliveries = data?.pages.flatMap(({ items }) => items);
  const [list, followRows] = useNewRowFocus(deliveries?.length ?? 0);
  if (!deliveries) {
    return error ? (
      <ErrorState
        message={sentenceOf(error, 'The deliveries could not be loaded')}
        onRetry={() => void refetch()}
      />
    ) : (
      <Skeleton height={60} role="status" aria-label="Loading deliveries" />
    );
  }
  if (deliveries.length === 0) return <Text size="sm">Nothing was sent yet.</Text>;
  return (
    <Stack gap="sm">
      <Stack
        component="ul"
        ref={list}
        gap="sm"
        m={0}
        p={0}
        style={{ listStyle: 'none' }}
        aria-label="Deliveries"
      >
        {deliveries.map((delivery) => (
          <DeliveryRow key={delivery.id} {...{ webhookId, isActive, delivery }} />
        ))}
      </Stack>
      {isFetchNextPageError && <FormError message={sentenceOf(error)} />}
      {hasNextPage && (
        <Group>
          <Button
            variant="subtle"
            size="xs"
            loading={isFetchingNextPage}
            onClick={() => {
              followRows();
              void fetchNextPage();
            }}
          >
            Show older deliveries
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function DeliveryRow({
  webhookId,
  isActive,
  delivery,
}: {
  webhookId: string;
  isActive: boolean;
  delivery: WebhookDeliveryView;
}) {
  const [resend, { isLoading }] = useResendDeliveryMutation();
  const { id, type, status, attempts, responseStatus, error, createdAt, nextAttemptAt } = delivery;
  const { label, color } = states[status];
  const facts = [
    formatDateTime(createdAt),
    `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`,
    ...(responseStatus === null ? [] : [`answer ${responseStatus}`]),
  ];

  async function run() {
    const answer = await resend({ id: webhookId, delivery: id });
    if (answer.error) showFailureToast(sentenceOf(answer.error));
  }

  return (
    <Group component="li" justify="space-between" align="start" wrap="nowrap" gap="sm">
      <div style={{ minWidth: 0 }}>
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {type}
          </Text>
          <Badge variant="light" color={color} size="sm">
            {label}
          </Badge>
        </Group>
        <Text size="sm" c="dimmed">
          {facts.join(' · ')}
        </Text>
        {status !== 'delivered' && error !== null && (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {error}
            {nextAttemptAt !== null && `. Next attempt ${formatDateTime(nextAttemptAt)}`}
          </Text>
        )}
      </div>
      {isActive && (
        <Button
          variant="default"
          size="xs"
          flex="none"
          loading={isLoading}
          onClick={() => void run()}
          aria-label={`Resend ${type} of ${formatDateTime(createdAt)}`}
        >
          Resend
        </Button>
      )}
    </Group>
  );
}
