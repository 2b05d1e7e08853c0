import type { LinkView } from '@waybill/contracts';
import { RemovalQuestion } from '../../../components/ui/removal-question.js';
import { sentenceOf } from '../../../lib/api/api-error.js';
import { showFailureToast } from '../../../lib/toast.js';
import { useRevokeLinkMutation } from '../links.api.js';

/** Asks before it revokes a link. */
export function LinkRevocation({ link, onKeep }: { link: LinkView; onKeep: () => void }) {
  const [revoke, { isLoading }] = useRevokeLinkMutation();

  async function confirm() {
    const { error } = await revoke(link.id);
    if (error) showFailureToast(sentenceOf(error, 'The link could not be revoked'));
  }

  return (
    <RemovalQuestion
      question="Nobody can open this link again."
      button="Revoke"
      isBusy={isLoading}
      onConfirm={() => void confirm()}
      onKeep={onKeep}
    />
  );
}
