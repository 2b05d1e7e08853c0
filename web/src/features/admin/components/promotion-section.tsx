import { Button, Group, Paper, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core';
import { type AdminPromotion, MAX_PROMOTION_MESSAGE } from '@waybill/contracts';
import { type SyntheticEvent, useState } from 'react';
import { ErrorState } from '../../../components/ui/error-state.js';
import { sentenceOf } from '../../../lib/api/api-error.js';
import { formatDateTime } from '../../../lib/format/date.js';
import { toLocalInput } from '../../../lib/format/local-input.js';
import { timings } from '../../../lib/timings.js';
import { showFailureToast, showSuccessToast } from '../../../lib/toast.js';
import { useAdminPromotionQuery, useEndPromotionMutation, useStartPromotionMutation } from '../admin.api.js';

/** Starts, changes and ends the promotion. */
export function PromotionSection() {
  const { data, error, refetch } = useAdminPromotionQuery();
  return (
    <Stack gap="sm" component="section" aria-label="Promotion">
      <Title order={2} fz="h3">
        Promotion
      </Title>
      {data && <PromotionPanel promotion={data} />}
      {!data && error && (
        <ErrorState
          message={sentenceOf(error, 'The promotion could not be loaded.')}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && (
        <Skeleton height={96} radius="lg" role="status" aria-label="Loading the promotion" />
      )}
    </Stack>
  );
}

function PromotionPanel({ promotion }: { promotion: AdminPromotion }) {
  // False once the form was closed.
  const [isEditing, setEditing] = useState<boolean>();
  const [end, { isLoading }] = useEndPromotionMutation();
  if (isEditing) return <PromotionForm promotion={promotion} onEnd={() => setEditing(false)} />;

  const onEndNow = async () => {
    const { error } = await end();
    if (error) showFailureToast(sentenceOf(error, 'The promotion could not be ended.'));
    else showSuccessToast('The promotion has ended', timings.accountToast);
  };
  const { isActive, endDate, message, decidedBy } = promotion;
  return (
    <Paper p="md">
      <Stack gap="sm">
        <Text>
          {isActive && endDate !== null
            ? `Everyone who is logged in has all of Pro until ${formatDateTime(endDate)}.`
            : 'No promotion is on. While one is, everyone who is logged in has all of Pro.'}
        </Text>
        {isActive && message && (
          <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            “{message}”
          </Text>
        )}
        {isActive && decidedBy === 'setting' && (
          <Text size="sm" c="dimmed">
            It was set by PROMOTION_ENDS_AT. What you do here replaces it.
          </Text>
        )}
        <Group gap="sm">
          <Button
            size="xs"
            variant="default"
            autoFocus={isEditing === false}
            onClick={() => setEditing(true)}
          >
            {isActive ? 'Change' : 'Start a promotion'}
          </Button>
          {isActive && (
            <Button size="xs" variant="light" color="red" loading={isLoading} onClick={() => void onEndNow()}>
              End it now
            </Button>
          )}
        </Group>
      </Stack>
    </Paper>
  );
}

function PromotionForm({ promotion, onEnd }: { promotion: AdminPromotion; onEnd: () => void }) {
  const [endDate, setEndDate] = useState(promotion.isActive ? toLocalInput(promotion.endDate) : '');
  const [message, setMessage] = useState(promotion.message ?? '');
  const [start, { isLoading, error }] = useStartPromotionMutation();
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const { error: problem } = await start({ endDate: new Date(endDate).toISOString(), message });
    if (problem) return;
    showSuccessToast('The promotion is on', timings.accountToast);
    onEnd();
  };
  return (
    <Paper p="md">
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="sm">
          <TextInput
            label="Until"
            type="datetime-local"
            required
            autoFocus
            value={endDate}
            error={error && sentenceOf(error, 'The promotion could not be started.')}
            onChange={(event) => setEndDate(event.currentTarget.value)}
          />
          <TextInput
            label="Message"
            description="Shown on every page while the promotion lasts."
            value={message}
            maxLength={MAX_PROMOTION_MESSAGE}
            onChange={(event) => setMessage(event.currentTarget.value)}
          />
          <Group gap="sm">
            <Button size="xs" type="submit" loading={isLoading}>
              {promotion.isActive ? 'Save' : 'Start'}
            </Button>
            <Button size="xs" variant="default" onClick={onEnd}>
              Cancel
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}
