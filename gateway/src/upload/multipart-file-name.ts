/** The name a browser sent: form data escapes quotes and line ends in it (WHATWG HTML, multipart/form-data). */
export function fileNameOf(sent: string | undefined): string {
  return (sent ?? '').replace(/%(22|0D|0A)/gi, (_, code: string) => (code === '22' ? '"' : ' '));
}
