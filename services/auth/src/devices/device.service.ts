import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Outbox } from '@waybill/bus';
import { DAY_MS, deviceSignedIn } from '@waybill/contracts';
import { Clock } from '@waybill/service-kit';
import { browserName } from '@waybill/service-kit/user-agent';
import { type EntityManager, In } from 'typeorm';
import type { Account } from '../accounts/account.entity.js';
import { NetworkHashService } from '../networks/network-hash.service.js';
import { KnownDevice } from './known-device.entity.js';

/** A device that was not used for this long is deleted. Its next sign-in counts as one on a new device. */
const RETENTION_MS = 400 * DAY_MS;
/** Known devices of one account. Each sign-in by a private window or a program adds one. */
const MAX_DEVICES = 100;

/** The client of a sign-in. */
export interface SignInClient {
  readonly address: string;
  readonly userAgent: string;
  /** Long-lived cookie of the browser. */
  readonly device?: string | null | undefined;
}

/** Records the devices of accounts, and notifies the owner of a sign-in on an unknown device. */
@Injectable()
export class DeviceService {
  constructor(
    private readonly outbox: Outbox,
    private readonly networkHashes: NetworkHashService,
    private readonly clock: Clock,
  ) {}

  /**
   * Records the device of a sign-in and notifies the owner if it is unknown. A device is recognised by its cookie, or
   * by browser and network: private windows and programs keep no cookie, and would cause a mail at each sign-in. The
   * first sign-in of an account causes no mail.
   */
  async record(manager: EntityManager, account: Account, client: SignInClient): Promise<void> {
    const accountId = account.id;
    const hashes = await this.hashesOf(accountId, client);
    const now = this.clock.now();
    const isFirst = !(await manager.existsBy(KnownDevice, { accountId }));
    const isKnown = await manager.existsBy(KnownDevice, { accountId, deviceHash: In(hashes) });
    const rows = hashes.map((deviceHash) => ({ accountId, deviceHash, lastUsedAt: now }));
    await manager.upsert(KnownDevice, rows, ['accountId', 'deviceHash']);
    await this.deleteOld(manager, accountId, new Date(now.getTime() - RETENTION_MS));
    if (isFirst || isKnown) return;
    await this.outbox.add(manager, deviceSignedIn, accountId, {
      userId: accountId,
      name: account.name,
      email: account.email,
      device: browserName(client.userAgent),
      address: client.address,
      signedInAt: now.toISOString(),
    });
  }

  /** Deletes the devices that were last used before `oldest`, and those used longest ago beyond the limit. */
  private async deleteOld(manager: EntityManager, accountId: string, oldest: Date): Promise<void> {
    await manager.query(
      `DELETE FROM known_devices WHERE account_id = $1 AND (last_used_at < $2 OR device_hash IN
         (SELECT device_hash FROM known_devices WHERE account_id = $1 ORDER BY last_used_at DESC OFFSET $3))`,
      [accountId, oldest, MAX_DEVICES],
    );
  }

  private async hashesOf(accountId: string, { device, userAgent, address }: SignInClient): Promise<Buffer[]> {
    const network = await this.networkHashes.hash(address);
    const inNetwork = createHash('sha256')
      .update(`${accountId} ${browserName(userAgent).replaceAll(/\d+/g, '')} `)
      .update(network)
      .digest();
    if (!device) return [inNetwork];
    return [inNetwork, createHash('sha256').update(`${accountId} ${device}`).digest()];
  }
}
