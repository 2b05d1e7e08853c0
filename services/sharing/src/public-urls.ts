/** A file or bundle. Messages of version 0.1 have no `kind` and are about files. */
export interface SharedTarget {
  readonly kind?: 'file' | 'bundle' | undefined;
  readonly id: string;
}

/** URL of the page of a file or bundle. */
export function targetUrl(publicUrl: string, { kind, id }: SharedTarget): string {
  return `${publicUrl}/${kind === 'bundle' ? 'b/' : ''}${id}`;
}

/**
 * URL of the page of a link.
 * @param mailToken token that opens the link. It is in the fragment, which browsers do not send, so that no server or
 * proxy logs it
 */
export function linkUrl(publicUrl: string, slug: string, mailToken: string | null = null): string {
  return `${publicUrl}/l/${slug}${mailToken === null ? '' : `#mail=${mailToken}`}`;
}

export function activationUrl(publicUrl: string, token: string, email: string): string {
  return `${publicUrl}/activate?${new URLSearchParams({ token, email }).toString()}`;
}

export function invitationUrl(publicUrl: string, token: string, email: string): string {
  return `${publicUrl}/signup?${new URLSearchParams({ invitation: token, email }).toString()}`;
}

export function passwordResetUrl(publicUrl: string, token: string, email: string): string {
  return `${publicUrl}/reset-password?${new URLSearchParams({ token, email }).toString()}`;
}

/** URL of the report of a file or bundle. */
export function analyticsUrl(publicUrl: string, { kind, id }: SharedTarget): string {
  return kind === 'bundle' ? `${publicUrl}/b/${id}/analytics` : `${publicUrl}/analytics/${id}`;
}

/** URL of the page with the settings of a file or bundle. */
export function shareUrl(
  publicUrl: string,
  { id, kind }: { readonly id: string; readonly kind: 'file' | 'bundle' },
): string {
  return kind === 'bundle' ? `${publicUrl}/b/${id}/share` : `${publicUrl}/${id}/share`;
}

/** URL that switches one kind of mail off. */
export function unsubscribeUrl(publicUrl: string, key: string, kind: string): string {
  return `${publicUrl}/api/notifications/unsubscribe?${new URLSearchParams({ key, kind }).toString()}`;
}
