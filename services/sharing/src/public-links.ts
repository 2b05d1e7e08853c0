/** Where a file is seen by those it is shared with. */
export function fileLink(publicUrl: string, fileId: string): string {
  return `${publicUrl}/${fileId}`;
}

/** A file's link that tells which share mail brought the visitor. */
export function mailedFileLink(publicUrl: string, fileId: string, linkId: string): string {
  return `${fileLink(publicUrl, fileId)}?via=${linkId}`;
}

export function activationLink(publicUrl: string, token: string, email: string): string {
  return `${publicUrl}/activate?${new URLSearchParams({ token, email }).toString()}`;
}

export function resetLink(publicUrl: string, token: string, email: string): string {
  return `${publicUrl}/reset-password?${new URLSearchParams({ token, email }).toString()}`;
}
