import { Controller, Inject } from '@nestjs/common';
import { Handles } from '@waybill/bus';
import { type InputOf, listMails, getMail, type OutputOf } from '@waybill/contracts';
import { type StoredMail, MAILBOX, type Mailbox } from '@waybill/mail';

/** Mails kept on disk. The gateway decides on access: only the gateway sees the connection of the client. */
@Controller()
export class MailboxRequests {
  constructor(@Inject(MAILBOX) private readonly mailbox: Mailbox | null) {}

  @Handles(listMails)
  async list(): Promise<OutputOf<typeof listMails>> {
    const mails = await this.mailbox?.list();
    return { mails: mails?.map(present) ?? null };
  }

  @Handles(getMail)
  async open({ id }: InputOf<typeof getMail>): Promise<OutputOf<typeof getMail>> {
    const mail = await this.mailbox?.open(id);
    return { mail: mail ? present(mail) : null };
  }
}

function present<M extends StoredMail>(mail: M): Omit<M, 'keptAt'> & { keptAt: string } {
  return { ...mail, keptAt: mail.keptAt.toISOString() };
}
