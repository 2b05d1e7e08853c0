/**
 * A hosted payment link made out to its buyer: their e-mail address is filled in, and what they pay comes back with
 * their id (spec §4).
 */
export function madeOutTo(link: string, buyer: { readonly userId: string; readonly email: string }): string {
  const url = new URL(link);
  url.searchParams.set('prefilled_email', buyer.email);
  url.searchParams.set('client_reference_id', buyer.userId);
  return url.href;
}
