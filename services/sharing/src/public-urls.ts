/** URL of the page of a file. */
export function fileUrl(publicUrl: string, fileId: string): string {
  return `${publicUrl}/${fileId}`;
}

/** URL of a file in a share mail. Its `via` parameter attributes visits to the mail. */
export function mailedFileUrl(publicUrl: string, fileId: string, linkId: string): string {
  return `${fileUrl(publicUrl, fileId)}?via=${linkId}`;
}

/** URL of the page of a link. */
export function linkUrl(publicUrl: string, slug: string): string {
  return `${publicUrl}/l/${slug}`;
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
