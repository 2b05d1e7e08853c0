import { busEntities, busMigrations } from '@waybill/bus';
import type { ServiceDatabase } from '@waybill/database';
import { AccessToken } from '../access-tokens/access-token.entity.js';
import { RecoveryCode } from '../totp/recovery-code.entity.js';
import { TotpSecret } from '../totp/totp-secret.entity.js';
import { SignInChallenge } from '../challenges/sign-in-challenge.entity.js';
import { KnownDevice } from '../devices/known-device.entity.js';
import { OidcIdentity } from '../oidc/oidc-identity.entity.js';
import { Passkey } from '../passkeys/passkey.entity.js';
import { Account } from '../accounts/account.entity.js';
import { AuditEntry } from '../audit/audit-entry.entity.js';
import { Activation } from '../sign-up/activation.entity.js';
import { Invitation } from '../sign-up/invitation.entity.js';
import { KnownNetwork } from '../networks/known-network.entity.js';
import { PasswordReset } from '../passwords/password-reset.entity.js';
import { Session } from '../sessions/session.entity.js';
import { CreateAccounts1795219200000 } from './migrations/1795219200000-create-accounts.js';
import { CreateActivations1795219200001 } from './migrations/1795219200001-create-activations.js';
import { CreateSessions1795219200002 } from './migrations/1795219200002-create-sessions.js';
import { CreatePasswordResets1795219200003 } from './migrations/1795219200003-create-password-resets.js';
import { NameSessions1795305600000 } from './migrations/1795305600000-name-sessions.js';
import { SignInMethods1795335400000 } from './migrations/1795335400000-sign-in-methods.js';
import { IndexUnactivatedAccounts1795819200000 } from './migrations/1795819200000-index-unactivated-accounts.js';
import { VersionSuspensions1795478600001 } from './migrations/1795478600001-version-suspensions.js';
import { CreateTotp1795478400002 } from './migrations/1795478400002-create-totp.js';
import { CreateAccessTokens1795478400001 } from './migrations/1795478400001-create-access-tokens.js';
import { AdministerAccounts1795478400000 } from './migrations/1795478400000-administer-accounts.js';
import { IndexAccounts1795478400003 } from './migrations/1795478400003-index-accounts.js';
import { ProtectAccounts1795392000000 } from './migrations/1795392000000-protect-accounts.js';
import { CreateAuditLog1795322176010 } from './migrations/1795322176010-create-audit-log.js';
import { IndexAddresses1795322176011 } from './migrations/1795322176011-index-addresses.js';
import { OverridePromotion1795349600000 } from './migrations/1795349600000-override-promotion.js';

/** The schema of auth. No other service accesses it. */
export const authDatabase: ServiceDatabase = {
  schema: 'auth',
  entities: [
    ...busEntities,
    AccessToken,
    Account,
    RecoveryCode,
    TotpSecret,
    Activation,
    Invitation,
    Session,
    PasswordReset,
    KnownNetwork,
    KnownDevice,
    OidcIdentity,
    Passkey,
    SignInChallenge,
    AuditEntry,
  ],
  migrations: [
    ...busMigrations,
    CreateAccounts1795219200000,
    CreateActivations1795219200001,
    CreateSessions1795219200002,
    CreatePasswordResets1795219200003,
    NameSessions1795305600000,
    CreateAuditLog1795322176010,
    IndexAddresses1795322176011,
    SignInMethods1795335400000,
    OverridePromotion1795349600000,
    ProtectAccounts1795392000000,
    AdministerAccounts1795478400000,
    CreateAccessTokens1795478400001,
    CreateTotp1795478400002,
    IndexAccounts1795478400003,
    VersionSuspensions1795478600001,
    IndexUnactivatedAccounts1795819200000,
  ],
  // Excluded from backups. A migration inserts the key of the network hashes, so a restore would add a second one. The
  // hashes made with a key cannot be matched without it.
  localTables: ['network_hash_keys', 'known_networks', 'known_devices', 'sign_in_challenges'],
};
