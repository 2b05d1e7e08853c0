import { formatHours, type PlanId, type PlanLimits } from '@waybill/contracts';
import { usePlanLimits } from '../../../lib/config/config.api.js';
import classes from './upload-box.module.css';

/** Header of the upload box: sender, receiver, storage time. `sender` null: no account. */
export function UploadSummary({ sender, plan }: { sender: string | null; plan: PlanId }) {
  const limits = usePlanLimits(plan);
  return (
    <dl className={classes.head}>
      <Box name="From" value={sender ?? 'You'} />
      <Box name="To" value="Anyone with the link" />
      <Box name="Kept for" value={keptFor(limits)} />
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
function keptFor({ maxExpiryHours, defaultExpiryHours }: PlanLimits): string {
  if (maxExpiryHours === null) return 'As long as you like';
  const label = formatHours(maxExpiryHours);
  return maxExpiryHours === defaultExpiryHours ? label : `Up to ${label}`;
}
