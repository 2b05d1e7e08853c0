/**
 * Adds the buyer to a hosted payment link: the e-mail address is prefilled, and the provider's event carries the
 * account's id (spec §4).
 */
export function prefillPaymentLink(
  link: string,
  buyer: { readonly userId: string; readonly email: string },
): string {
  const url = new URL(link);
  url.searchParams.set('prefilled_email', buyer.email);
  url.searchParams.set('client_reference_id', buyer.userId);
  return url.href;
}
