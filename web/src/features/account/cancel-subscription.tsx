import { Button, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { accountMessages } from '@waybill/contracts';
import { sentenceOf } from '../../lib/api/api-error.js';
import { formatDate } from '../../lib/format/date.js';
import { showFailureToast, showSuccessToast } from '../../lib/toast.js';
import { timings } from '../../lib/timings.js';
import { useCancelSubscriptionMutation } from './account.api.js';

/** Cancels the subscription after confirmation (spec §4). A paid plan lasts to the end of its period; a grant ends. */
export function CancelSubscription({ isPromotion, isGranted }: { isPromotion: boolean; isGranted: boolean }) {
  const [cancel, { isLoading }] = useCancelSubscriptionMutation();

  async function run() {
    const { data, error } = await cancel();
    if (error) showFailureToast(sentenceOf(error, accountMessages.cancelFailed));
    else {
      showSuccessToast(`${data.message} (${formatDate(data.subscriptionEndsAt)})`, timings.accountToast);
    }
  }

  const ask = () =>
    modals.openConfirmModal({
      title: 'Cancel your subscription?',
      children: (
        <Text size="sm">
          {isGranted
            ? 'Your plan ends immediately. Only the operator can give it back.'
            : 'You keep access until the end of the billing period.'}
        </Text>
      ),
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
