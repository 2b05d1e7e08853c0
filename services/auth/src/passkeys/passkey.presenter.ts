import type { PasskeyView } from '@waybill/contracts';
import type { Passkey } from './passkey.entity.js';

export function presentPasskey(passkey: Passkey): PasskeyView {
  return {
    id: passkey.id,
    name: passkey.name,
    createdAt: passkey.createdAt.toISOString(),
    lastUsedAt: passkey.lastUsedAt?.toISOString() ?? null,
    isSynced: passkey.isSynced,
  };
}
