import { Controller, Inject } from '@nestjs/common';
import { Consumes, Inbox, Outbox } from '@waybill/bus';
import {
  type DataOf,
  type EventMessage,
  fileContentMissing,
  fileInfected,
  fileRestored,
  fileTakenDown,
  noticeAddressed,
  notificationAddressed,
  notificationRaised,
} from '@waybill/contracts';
import { type EntityManager, In, IsNull } from 'typeorm';
import { AUTH_MODULE_OPTIONS, type AuthModuleOptions } from '../auth.module-options.js';
import { Account } from '../accounts/account.entity.js';
import { isAdmin } from '../accounts/admin.policy.js';

type Notice = Pick<DataOf<typeof noticeAddressed>, 'notice' | 'fileId' | 'fileName' | 'detail'>;

/**
 * Adds the address of the recipient to events about files and notifications, for the service that sends mails. Ignores
 * files of anonymous browsers, which have no address, and of deleted accounts.
 */
@Controller()
export class NoticeConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly outbox: Outbox,
    @Inject(AUTH_MODULE_OPTIONS) private readonly options: AuthModuleOptions,
  ) {}

  @Consumes(fileTakenDown)
  async fileTakenDown(event: EventMessage<typeof fileTakenDown>): Promise<void> {
    const { fileId, originalName: fileName, userId, reason: detail } = event.data;
    await this.inbox.once(event, (manager) =>
      this.addressOwner(manager, userId, { notice: 'file-taken-down', fileId, fileName, detail }),
    );
  }

  @Consumes(fileRestored)
  async fileRestored(event: EventMessage<typeof fileRestored>): Promise<void> {
    const { fileId, originalName: fileName, userId } = event.data;
    await this.inbox.once(event, (manager) =>
      this.addressOwner(manager, userId, { notice: 'file-restored', fileId, fileName, detail: '' }),
    );
  }

  @Consumes(fileInfected)
  async fileInfected(event: EventMessage<typeof fileInfected>): Promise<void> {
    const { fileId, originalName: fileName, userId, finding: detail } = event.data;
    await this.inbox.once(event, async (manager) => {
      await this.addressOwner(manager, userId, { notice: 'file-infected', fileId, fileName, detail });
      const accounts = await manager.findBy(Account, { emailKey: In(this.options.adminEmails) });
      for (const account of accounts.filter((found) => isAdmin(found, this.options))) {
        await this.address(manager, account, { notice: 'infected-file-found', fileId, fileName, detail });
      }
    });
  }

  @Consumes(fileContentMissing)
  async fileContentMissing(event: EventMessage<typeof fileContentMissing>): Promise<void> {
    const { fileId, originalName: fileName, userId } = event.data;
    await this.inbox.once(event, (manager) =>
      this.addressOwner(manager, userId, { notice: 'file-content-missing', fileId, fileName, detail: '' }),
    );
  }

  /** Drops the notification if the account is suspended or deleted. */
  @Consumes(notificationRaised)
  async notificationRaised(event: EventMessage<typeof notificationRaised>): Promise<void> {
    const { notificationId, userId } = event.data;
    await this.inbox.once(event, async (manager) => {
      const account = await manager.findOneBy(Account, { id: userId, suspendedAt: IsNull() });
      if (!account) return;
      const { name, email } = account;
      await this.outbox.add(manager, notificationAddressed, notificationId, {
        notificationId,
        userId,
        name,
        email,
      });
    });
  }

  private async addressOwner(manager: EntityManager, userId: string | null, notice: Notice): Promise<void> {
    if (userId === null) return;
    const account = await manager.findOneBy(Account, { id: userId });
    if (account) await this.address(manager, account, notice);
  }

  private async address(manager: EntityManager, account: Account, notice: Notice): Promise<void> {
    const { id: userId, name, email } = account;
    await this.outbox.add(manager, noticeAddressed, userId, { userId, name, email, ...notice });
  }
}
