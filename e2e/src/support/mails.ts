/** The text of a mail as its reader sees it: without the soft line ends and escapes of quoted-printable. */
export function readable(mail: string): string {
  return mail
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
}

/** Token and address of the link to `page` in a mail; undefined for a mail without one. */
export function mailedLink(
  mail: string,
  page: 'activate' | 'reset-password',
): { readonly token: string; readonly email: string } | undefined {
  const query = new RegExp(`/${page}\\?(token=[^\\s"<>]+)`).exec(readable(mail))?.[1];
  if (query === undefined) return undefined;
  const parameters = new URLSearchParams(query.replaceAll('&amp;', '&'));
  return { token: parameters.get('token') ?? '', email: parameters.get('email') ?? '' };
}
