/** Where a file is seen by those it is shared with. */
export function fileUrl(publicUrl: string, fileId: string): string {
  return `${publicUrl}/${fileId}`;
}

/** A file's link that tells which share mail brought the visitor. */
export function mailedFileUrl(publicUrl: string, fileId: string, linkId: string): string {
  return `${fileUrl(publicUrl, fileId)}?via=${linkId}`;
}

export function activationUrl(publicUrl: string, token: string, email: string): string {
  return `${publicUrl}/activate?${new URLSearchParams({ token, email }).toString()}`;
}

export function passwordResetUrl(publicUrl: string, token: string, email: string): string {
  return `${publicUrl}/reset-password?${new URLSearchParams({ token, email }).toString()}`;
}
