import { Button } from '@mantine/core';
import { type PricingPlan, accountMessages } from '@waybill/contracts';
import { ButtonLink } from '../../components/ui/button-link.js';
import { showFailureToast } from '../../lib/toast.js';
import { planAction, type PricingState } from './plan-action.js';

/** Button of a plan card: buys or changes the plan, or does nothing (spec §4). */
export function PlanButton({
  offer,
  state,
  onRetry,
}: {
  offer: PricingPlan;
  state: PricingState;
  onRetry: () => void;
}) {
  const action = planAction(offer, state);
  const looks = { fullWidth: true, variant: offer.featured ? 'filled' : 'default' };

  function retry() {
    showFailureToast(accountMessages.subscriptionLoadFailed);
    onRetry();
  }

  if (action.kind === 'page') {
    return (
      <ButtonLink to={action.to} {...looks}>
        {action.label}
      </ButtonLink>
    );
  }
  if (action.kind === 'payment') {
    return (
      <Button component="a" href={action.href} {...looks}>
        {action.label}
      </Button>
    );
  }
  // A button without an action stays focusable, so that keyboard users find it.
  const isIdle = action.kind === 'nothing';
  return (
    <Button
      {...looks}
      loading={action.kind === 'wait'}
      aria-disabled={isIdle || undefined}
      data-disabled={isIdle || undefined}
      onClick={action.kind === 'retry' ? retry : undefined}
    >
      {action.label}
    </Button>
  );
}
