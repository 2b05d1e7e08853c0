const TUS = { 'tus-resumable': '1.0.0' };

/** Deletes an upload, or its file if it was finished meanwhile. @throws if the server does not answer */
export async function deleteUpload(url: string): Promise<void> {
  const { status } = await fetch(url, { method: 'DELETE', headers: TUS });
  if (status === 403) await fetch(`/api/files/${url.split('/').at(-1)}`, { method: 'DELETE' });
  else if (status >= 500) throw new Error(`DELETE was answered with ${status}`);
}
