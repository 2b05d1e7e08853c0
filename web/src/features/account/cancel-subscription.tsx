import { Button, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { uiMessages } from '@waybill/contracts';
import { sentenceOf } from '../../lib/api/api-error.js';
import { formatDate } from '../../lib/format/date.js';
import { showFailureToast, showSuccessToast } from '../../lib/toast.js';
import { timings } from '../../lib/timings.js';
import { useCancelSubscriptionMutation } from './account.api.js';

/** Cancels the subscription at the end of its period, after a confirmation (spec §4). */
export function CancelSubscription({ isPromotion }: { isPromotion: boolean }) {
  const [cancel, { isLoading }] = useCancelSubscriptionMutation();

  async function run() {
    const { data, error } = await cancel();
    if (error) showFailureToast(sentenceOf(error, uiMessages.cancelFailed));
    else {
      showSuccessToast(`${data.message} (${formatDate(data.subscriptionEndsAt)})`, timings.accountToast);
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
