import { mkdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

interface Setting {
  readonly path: string;
  readonly name: string;
  readonly value: string;
}

/**
 * Disables macros, downloads and links, so that a document can neither make requests nor include files of this machine.
 * Documents of Word, Excel and PowerPoint 97 within another are shown by their picture, because LibreOffice would load
 * what they name.
 * The proxy address refuses connections, for features that ignore the other settings.
 * A last version newer than any saves two thirds of a start: LibreOffice takes a new profile for an upgrade, and then
 * draws pictures of 64 MiB to test its graphics.
 */
const settings: readonly Setting[] = [
  { path: '/org.openoffice.Office.Common/Security/Scripting', name: 'MacroSecurityLevel', value: '3' },
  { path: '/org.openoffice.Office.Common/Security/Scripting', name: 'DisableMacrosExecution', value: 'true' },
  {
    path: '/org.openoffice.Office.Common/Security/Scripting',
    name: 'BlockUntrustedRefererLinks',
    value: 'true',
  },
  { path: '/org.openoffice.Office.Common/Security/Scripting', name: 'DisableActiveContent', value: 'true' },
  ...['WinWordToWriter', 'ExcelToCalc', 'PowerPointToImpress'].map((name) => ({
    path: '/org.openoffice.Office.Common/Filter/Microsoft/Import',
    name,
    value: 'false',
  })),
  { path: '/org.openoffice.Office.Writer/Content/Update', name: 'Link', value: '0' },
  { path: '/org.openoffice.Office.Calc/Content/Update', name: 'Link', value: '2' },
  { path: '/org.openoffice.Inet/Settings', name: 'ooInetProxyType', value: '2' },
  { path: '/org.openoffice.Inet/Settings', name: 'ooInetHTTPProxyName', value: '127.0.0.1' },
  { path: '/org.openoffice.Inet/Settings', name: 'ooInetHTTPProxyPort', value: '9' },
  { path: '/org.openoffice.Inet/Settings', name: 'ooInetHTTPSProxyName', value: '127.0.0.1' },
  { path: '/org.openoffice.Inet/Settings', name: 'ooInetHTTPSProxyPort', value: '9' },
  { path: '/org.openoffice.Setup/Product', name: 'ooSetupLastVersion', value: '9999.0' },
];

const items = settings.map(
  ({ path, name, value }) =>
    `<item oor:path="${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
);

/** LibreOffice's registrymodifications.xcu for untrusted documents. */
const officeProfile = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
${items.join('\n')}
</oor:items>
`;

/** Writes the settings for untrusted documents to `profile`, the folder of LibreOffice's own files. */
export async function writeOfficeProfile(profile: string, sofficePath: string): Promise<void> {
  const user = join(profile, 'user');
  await mkdir(join(user, 'extensions'), { recursive: true });
  await writeFile(join(user, 'registrymodifications.xcu'), officeProfile);
  const build = await buildOf(sofficePath);
  // LibreOffice starts a second time where it finds extensions of another build, or of none.
  if (build !== null) await writeFile(join(user, 'extensions', 'buildid'), build);
}

/** The build that LibreOffice names in its installation. Null where it keeps it elsewhere. */
async function buildOf(sofficePath: string): Promise<string | null> {
  const version = join(dirname(await realpath(sofficePath)), 'versionrc');
  const text = await readFile(version, 'utf8').catch(() => '');
  return /^buildid=(.*)$/m.exec(text)?.[1] ?? null;
}
