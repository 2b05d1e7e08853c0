/**
 * Encrypts an Office Open XML file with a password: `agile` as Office 2010 and later, `standard` as Office 2007
 * [MS-OFFCRYPTO]. Agile encryption takes a second or more.
 */
export async function encryptOffice(
  bytes: Buffer,
  password: string,
  type: 'agile' | 'standard' = 'standard',
): Promise<Buffer> {
  // Imported only here: most tests do not need it.
  const { default: officeCrypto } = await import('officecrypto-tool');
  return officeCrypto.encrypt(bytes, { password, ...(type === 'standard' && { type }) });
}
