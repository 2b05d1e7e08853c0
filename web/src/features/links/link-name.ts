import type { LinkView } from '@waybill/contracts';

/** Name of a link on screens: the owner's, or else its slug. */
export function linkNameOf({ name, slug, isFirst }: LinkView): string {
  return name ?? (isFirst ? 'First link' : slug);
}
