import { expiryOptions, type PlanId, planLimits } from '@waybill/contracts';
import classes from './upload-box.module.css';

/** Header of the upload box: sender, receiver, storage time. `sender` null: no account. */
export function UploadSummary({ sender, plan }: { sender: string | null; plan: PlanId }) {
  return (
    <dl className={classes.head}>
      <Box name="From" value={sender ?? 'You'} />
      <Box name="To" value="Anyone with the link" />
      <Box name="Kept for" value={keptFor(plan)} />
    </dl>
  );
}

function Box({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** Longest expiry of the plan, worded as in the expiry choices. */
function keptFor(plan: PlanId): string {
  const { maxExpiryHours } = planLimits[plan];
  if (maxExpiryHours === null) return 'As long as you like';
  const label = expiryOptions.find(({ value }) => value === String(maxExpiryHours))?.label ?? '';
  return plan === 'free' ? label : `Up to ${label}`;
}
