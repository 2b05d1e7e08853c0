/**
 * Decodes the quoted-printable body of a mail. The header is not quoted-printable: in `?key=57…` there, `=57` is no
 * encoded letter.
 */
export function readable(mail: string): string {
  const [header = '', ...body] = mail.split(/(?<=\r?\n\r?\n)/);
  return (
    header +
    body
      .join('')
      .replace(/=\r?\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
  );
}

/** Token and address in the link to `page`. Undefined if the mail has no such link. */
export function mailedLink(
  mail: string,
  page: 'activate' | 'reset-password',
): { readonly token: string; readonly email: string } | undefined {
  const query = new RegExp(`/${page}\\?(token=[^\\s"<>]+)`).exec(readable(mail))?.[1];
  if (query === undefined) return undefined;
  const parameters = new URLSearchParams(query.replaceAll('&amp;', '&'));
  return { token: parameters.get('token') ?? '', email: parameters.get('email') ?? '' };
}
