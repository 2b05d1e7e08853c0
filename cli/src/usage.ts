const usages: Readonly<Record<string, string>> = {
  login: `waybill login --url URL --token TOKEN
  Keep the address of a Waybill and an access token for later commands.

  --url URL        address of Waybill, such as https://waybill.example.org
  --token TOKEN    access token of your account page;
                   "-" reads it from standard input`,

  send: `waybill send FILE... | FOLDER | -
  Upload, and print the link. A folder, or several files, get one link together.
  "-" reads standard input. The same command again resumes an upload that was
  cut off.

  --name NAME      name of the file or bundle
  --expires WHEN   30m, 12h, 7d, a date such as 2027-01-31, or never
  --password TEXT  password of the link, or of the file request
  --limit COUNT    downloads until the link is used up
  --request SLUG   send to a file request: its slug or its address
  --sender NAME    your name, for a file request
  --email ADDRESS  your e-mail address, for a file request
  --json           print JSON`,

  get: `waybill get URL
  Download what a link leads to. The same command again resumes a download that
  was cut off.

  -o, --output PATH  file or folder to write to; "-" writes to standard output
  --password TEXT    password of the link
  --email ADDRESS    your e-mail address, where the link asks for it
  --code CODE        code that was mailed to that address`,

  list: `waybill list
  List your files, newest first.

  --json           print JSON`,

  stats: `waybill stats ID
  Show who opened a file or bundle. ID is its id or its address. The address of
  a link shows the visits through it.

  --json           print JSON`,

  rm: `waybill rm ID...
  Delete files or bundles, with the files of a bundle. ID is an id or an
  address. The address of a link revokes the link and keeps its file; that of a
  file request deletes the request and keeps what arrived.`,
};

export const usage = `waybill: send files by link, and see who opened them.

${Object.values(usages).join('\n\n')}

waybill COMMAND --help shows the help of one command, waybill --version the
version.
WAYBILL_URL and WAYBILL_TOKEN win over what "login" has kept.
Exit codes: 0 done, 1 refused, 2 wrong usage or a missing file, 3 network or
Waybill is busy.`;

export function usageOf(command: string | undefined): string | undefined {
  return command !== undefined && Object.hasOwn(usages, command) ? usages[command] : undefined;
}
