import { Button, Group, Loader, NativeSelect } from '@mantine/core';
import { higherPlan, type Person, type PlanId, planIdSchema, planNames } from '@waybill/contracts';
import { useState } from 'react';
import { sentenceOf } from '../../../lib/api/api-error.js';
import { useConfig } from '../../../lib/config/config.api.js';
import { timings } from '../../../lib/timings.js';
import { showFailureToast, showSuccessToast } from '../../../lib/toast.js';
import { useChangePersonMutation, useChangePlanMutation, useDeletePersonMutation } from '../admin.api.js';

/** Plan, suspension, sign-out and deletion of an account. */
export function PersonActions({ person }: { person: Person }) {
  const { id, suspendedAt } = person;
  const { defaultPlan } = useConfig();
  const plans = planIdSchema.options.filter((plan) => higherPlan(plan, defaultPlan) === plan);
  // False once the deletion was cancelled.
  const [isDeleting, setDeleting] = useState<boolean>();
  const [change, { isLoading: isChanging, originalArgs: changing }] = useChangePersonMutation();
  const [changePlan, { isLoading: isPlanning, originalArgs: planning }] = useChangePlanMutation();
  const [remove, { isLoading }] = useDeletePersonMutation();
  const isSuspending = isChanging && changing?.action !== 'sign-out';

  const perform = async (action: Promise<{ error?: unknown }>, done: string) => {
    const { error } = await action;
    if (error) showFailureToast(sentenceOf(error, 'The account could not be changed.'));
    else showSuccessToast(done, timings.accountToast);
  };

  if (isDeleting) {
    return (
      <Group key="question" gap="sm" role="group" aria-label={`Delete the account of ${person.email}?`}>
        <Button
          size="xs"
          color="red"
          loading={isLoading}
          onClick={() => void perform(remove(id), 'The account was deleted')}
        >
          Delete the account and all its files
        </Button>
        <Button size="xs" variant="default" autoFocus onClick={() => setDeleting(false)}>
          Cancel
        </Button>
      </Group>
    );
  }
  return (
    <Group gap="sm" align="flex-end">
      <NativeSelect
        size="xs"
        aria-label={`Plan of ${person.email}`}
        data={plans.map((plan) => ({ value: plan, label: `Plan: ${planNames[plan]}` }))}
        value={higherPlan(isPlanning && planning ? planning.plan : person.plan, defaultPlan)}
        rightSection={isPlanning ? <Loader size={14} aria-hidden /> : undefined}
        onChange={(event) => {
          const plan = event.currentTarget.value as PlanId;
          // A second change could overtake the first.
          if (!isPlanning) void perform(changePlan({ id, plan }), 'The plan was changed');
        }}
      />
      <Button
        size="xs"
        variant="default"
        loading={isChanging && changing?.action === 'sign-out'}
        onClick={() => void perform(change({ id, action: 'sign-out' }), 'All sessions were ended')}
      >
        Sign out
      </Button>
      {suspendedAt ? (
        <Button
          size="xs"
          variant="default"
          loading={isSuspending}
          onClick={() => void perform(change({ id, action: 'unsuspend' }), 'The account can log in again')}
        >
          Unsuspend
        </Button>
      ) : (
        <Button
          size="xs"
          variant="light"
          color="red"
          loading={isSuspending}
          onClick={() => void perform(change({ id, action: 'suspend' }), 'The account was suspended')}
        >
          Suspend
        </Button>
      )}
      <Button
        size="xs"
        variant="light"
        color="red"
        autoFocus={isDeleting === false}
        onClick={() => setDeleting(true)}
      >
        Delete
      </Button>
    </Group>
  );
}
