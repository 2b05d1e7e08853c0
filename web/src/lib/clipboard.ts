/**
 * Copies text. Plain-http origins other than localhost have no clipboard API, but still support the old command.
 * @throws Error when the browser refuses
 */
export async function copyText(text: string): Promise<void> {
  // Undefined outside secure contexts, although the type excludes it.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (clipboard) return clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  document.body.append(area);
  area.select();
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- works on plain http
  const copied = document.execCommand('copy');
  area.remove();
  if (!copied) throw new Error('The browser refused to copy');
}
