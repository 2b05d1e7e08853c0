import { Controller, Inject } from '@nestjs/common';
import { Consumes, Inbox } from '@waybill/bus';
import {
  type EventMessage,
  passwordChanged,
  passwordResetRequested,
  signUpRepeated,
  userRegistered,
} from '@waybill/contracts';
import type { MailTemplateName } from '@waybill/mail';
import { type NewMail, OutgoingMails } from '../outgoing/outgoing-mails.js';
import { activationLink, resetLink } from '../public-links.js';
import { SHARING_CONFIG, type SharingConfig } from '../sharing.config.js';

/** What the owner of an account hears from us. One event makes one mail, which carries the event's id. */
@Controller()
export class AccountMailsConsumer {
  private readonly publicUrl: string;

  constructor(
    private readonly inbox: Inbox,
    private readonly outgoing: OutgoingMails,
    @Inject(SHARING_CONFIG) config: SharingConfig,
  ) {
    this.publicUrl = config.publicUrl;
  }

  @Consumes(userRegistered)
  async registered(event: EventMessage<typeof userRegistered>): Promise<void> {
    const { name, email, activationToken } = event.data;
    if (activationToken === null) return;
    const link = activationLink(this.publicUrl, activationToken, email);
    await this.mail(event, { template: 'activation', values: { name, link } });
  }

  @Consumes(signUpRepeated)
  async signedUpAgain(event: EventMessage<typeof signUpRepeated>): Promise<void> {
    const values = {
      name: event.data.name,
      link: `${this.publicUrl}/login`,
      resetLink: `${this.publicUrl}/forgot-password`,
    };
    await this.mail(event, { template: 'sign-up-repeated', values });
  }

  @Consumes(passwordResetRequested)
  async resetRequested(event: EventMessage<typeof passwordResetRequested>): Promise<void> {
    const { name, email, token, expiresAt } = event.data;
    await this.mail(event, {
      template: 'password-reset',
      values: { name, link: resetLink(this.publicUrl, token, email) },
      uselessFrom: new Date(expiresAt),
    });
  }

  @Consumes(passwordChanged)
  async passwordChanged(event: EventMessage<typeof passwordChanged>): Promise<void> {
    const values = { name: event.data.name, link: `${this.publicUrl}/forgot-password` };
    await this.mail(event, { template: 'password-changed', values });
  }

  private async mail<Name extends MailTemplateName>(
    event: EventMessage & { readonly data: { userId: string; name: string; email: string } },
    mail: Pick<NewMail<Name>, 'template' | 'values' | 'uselessFrom'>,
  ): Promise<void> {
    const { userId, name, email } = event.data;
    await this.inbox.once(event, (manager) =>
      this.outgoing.add(manager, { ...mail, id: event.id, to: { name, address: email }, userId }),
    );
    await this.outgoing.dispatch(event.id);
  }
}
