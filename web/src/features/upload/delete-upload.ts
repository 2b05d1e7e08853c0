const TUS = { 'tus-resumable': '1.0.0' };

/** Deletes an upload. @returns false if it was finished meanwhile @throws if the server does not answer */
export async function deleteUpload(url: string): Promise<boolean> {
  const { status } = await fetch(url, { method: 'DELETE', headers: TUS });
  if (status >= 500) throw new Error(`DELETE was answered with ${status}`);
  return status !== 403;
}

/** Deletes an upload, or its file if it was finished meanwhile. @throws if the server does not answer */
export async function deleteUploadOrFile(url: string): Promise<void> {
  if (await deleteUpload(url)) return;
  await fetch(`/api/files/${url.split('/').at(-1)}`, { method: 'DELETE' });
}
