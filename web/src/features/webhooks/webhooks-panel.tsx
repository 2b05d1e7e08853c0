import { Badge, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { WebhookView } from '@waybill/contracts';
import { useState } from 'react';
import { ErrorState } from '../../components/ui/error-state.js';
import { RemovalQuestion } from '../../components/ui/removal-question.js';
import { useRemovalQuestion } from '../../components/ui/use-removal-question.js';
import { sentenceOf } from '../../lib/api/api-error.js';
import { passFocusToList } from '../../lib/pass-focus.js';
import { showFailureToast } from '../../lib/toast.js';
import { DeliveryList } from './delivery-list.js';
import { NewWebhook } from './new-webhook.js';
import { useChangeWebhookMutation, useDeleteWebhookMutation, useListWebhooksQuery } from './webhooks.api.js';

/** Webhooks: events that are posted to an address of the account's choice. */
export function WebhooksPanel() {
  const { data, error, refetch } = useListWebhooksQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <Stack component="section" aria-labelledby="webhooks" tabIndex={-1} gap="lg">
      <div>
        <Title order={2} id="webhooks" fz="h3">
          Webhooks
        </Title>
        <Text size="sm" c="dimmed">
          Waybill posts events to your server, signed as in Standard Webhooks, and repeats what fails for 24
          hours.
        </Text>
      </div>
      {!data && error && (
        <ErrorState
          message={sentenceOf(error, 'Your webhooks could not be loaded')}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <Skeleton height={60} role="status" aria-label="Loading webhooks" />}
      {data?.length === 0 && <Text size="sm">You have no webhooks.</Text>}
      {data && data.length > 0 && (
        <Stack component="ul" gap="lg" m={0} p={0} style={{ listStyle: 'none' }}>
          {data.map((webhook) => (
            <WebhookRow key={webhook.id} webhook={webhook} />
          ))}
        </Stack>
      )}
      <NewWebhook />
    </Stack>
  );
}

function WebhookRow({ webhook: { id, url, events, isActive, disabledAt } }: { webhook: WebhookView }) {
  const [change, changing] = useChangeWebhookMutation();
  const [remove, removing] = useDeleteWebhookMutation();
  const [isOpen, setOpen] = useState(false);
  const { opener, isAsking, toggle, keep } = useRemovalQuestion();

  async function run(call: Promise<{ error?: unknown }>) {
    const { error } = await call;
    if (error) showFailureToast(sentenceOf(error));
  }

  return (
    <Stack component="li" ref={passFocusToList} gap="xs">
      <Group gap="xs" wrap="nowrap" align="start">
        <Text fw={600} size="sm" style={{ overflowWrap: 'anywhere', minWidth: 0 }}>
          {url}
        </Text>
        {!isActive && (
          <Badge variant="light" color="red" flex="none">
            Off
          </Badge>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {events.join(', ')}
      </Text>
      {disabledAt !== null && (
        <Text size="sm">It took no delivery for 24 hours, so Waybill switched it off.</Text>
      )}
      <Group gap="xs">
        <Button variant="default" size="xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide deliveries' : 'Show deliveries'}
        </Button>
        <Button
          variant="default"
          size="xs"
          loading={changing.isLoading}
          onClick={() => void run(change({ id, form: { isActive: !isActive } }))}
        >
          {isActive ? 'Switch off' : 'Switch on'}
        </Button>
        <Button
          variant="default"
          size="xs"
          ref={opener}
          aria-expanded={isAsking}
          onClick={toggle}
          aria-label={`Delete the webhook to ${url}`}
        >
          Delete
        </Button>
      </Group>
      {isAsking && (
        <RemovalQuestion
          question="Its secret and its deliveries will be gone for good."
          button="Delete"
          size="xs"
          isBusy={removing.isLoading}
          onConfirm={() => void run(remove(id))}
          onKeep={keep}
        />
      )}
      {isOpen && <DeliveryList webhookId={id} isActive={isActive} />}
    </Stack>
  );
}
