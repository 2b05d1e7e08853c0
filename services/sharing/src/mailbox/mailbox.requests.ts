import { Controller, Inject } from '@nestjs/common';
import { Handles } from '@waybill/bus';
import { type InputOf, listKeptMails, openKeptMail, type OutputOf } from '@waybill/contracts';
import { type KeptMail, MAILBOX, type Mailbox } from '@waybill/mail';

/** Mails kept on disk. The gateway decides on access: only the gateway sees the connection of the client. */
@Controller()
export class MailboxRequests {
  constructor(@Inject(MAILBOX) private readonly mailbox: Mailbox | null) {}

  @Handles(listKeptMails)
  async list(): Promise<OutputOf<typeof listKeptMails>> {
    const mails = await this.mailbox?.list();
    return { mails: mails?.map(present) ?? null };
  }

  @Handles(openKeptMail)
  async open({ id }: InputOf<typeof openKeptMail>): Promise<OutputOf<typeof openKeptMail>> {
    const mail = await this.mailbox?.open(id);
    return { mail: mail ? present(mail) : null };
  }
}

function present<M extends KeptMail>(mail: M): Omit<M, 'keptAt'> & { keptAt: string } {
  return { ...mail, keptAt: mail.keptAt.toISOString() };
}
