import { Controller, Inject } from '@nestjs/common';
import { accountKey, Consumes, Inbox, lockAgainstDeletion } from '@waybill/bus';
import {
  type DataOf,
  deviceSignedIn,
  type EventMessage,
  invitationCreated,
  passwordChanged,
  passwordResetRequested,
  signInMethodAdded,
  signUpRepeated,
  twoStepLogInChanged,
  userRegistered,
} from '@waybill/contracts';
import type { MailTemplateName } from '@waybill/mail';
import type { EntityManager } from 'typeorm';
import { formatTimestamp, listOf } from '../mail-text.js';
import { safePersonName, safeText } from '../untrusted-text/untrusted-text.policy.js';
import { type NewMail, OutgoingMailService } from '../outgoing-mails/outgoing-mail.service.js';
import { activationUrl, invitationUrl, passwordResetUrl } from '../public-urls.js';
import { SHARING_MODULE_OPTIONS, type SharingModuleOptions } from '../sharing.module-options.js';
import { WebhooksService } from '../webhooks/webhooks.service.js';

type AccountMail<Name extends MailTemplateName> = Pick<
  NewMail<Name>,
  'template' | 'values' | 'expiresAt' | 'isTransient'
>;

/** Mails to the owner of an account. Each event sends one mail, with the event's id. */
@Controller()
export class AccountMailConsumer {
  private readonly publicUrl: string;

  constructor(
    private readonly inbox: Inbox,
    private readonly outgoing: OutgoingMailService,
    private readonly webhooks: WebhooksService,
    @Inject(SHARING_MODULE_OPTIONS) options: SharingModuleOptions,
  ) {
    this.publicUrl = options.publicUrl;
  }

  @Consumes(userRegistered)
  async userRegistered(event: EventMessage<typeof userRegistered>): Promise<void> {
    const { name, email, activationToken } = event.data;
    if (activationToken === null) return;
    const link = activationUrl(this.publicUrl, activationToken, email);
    await this.send(event, { template: 'activation', values: { name: safePersonName(name), link } });
  }

  @Consumes(invitationCreated)
  async invitationCreated(event: EventMessage<typeof invitationCreated>): Promise<void> {
    const { email, token, expiresAt } = event.data;
    const link = invitationUrl(this.publicUrl, token, email);
    await this.send(event, {
      template: 'invitation',
      values: { link },
      expiresAt: new Date(expiresAt),
      // No account can delete the mail with itself: it has the address of a person who may never have one.
      isTransient: true,
    });
  }

  @Consumes(signUpRepeated)
  async signUpRepeated(event: EventMessage<typeof signUpRepeated>): Promise<void> {
    const values = {
      name: safePersonName(event.data.name),
      link: `${this.publicUrl}/login`,
      resetLink: `${this.publicUrl}/forgot-password`,
    };
    await this.send(event, { template: 'sign-up-repeated', values });
  }

  @Consumes(passwordResetRequested)
  async passwordResetRequested(event: EventMessage<typeof passwordResetRequested>): Promise<void> {
    const { name, email, token, expiresAt } = event.data;
    await this.send(event, {
      template: 'password-reset',
      values: { name: safePersonName(name), link: passwordResetUrl(this.publicUrl, token, email) },
      expiresAt: new Date(expiresAt),
    });
  }

  @Consumes(passwordChanged)
  async passwordChanged(event: EventMessage<typeof passwordChanged>): Promise<void> {
    const { userId, name, isReset = false } = event.data;
    const values = { name: safePersonName(name), link: `${this.publicUrl}/forgot-password` };
    await this.send(event, async (manager) => {
      const webhooks = isReset ? await this.switchWebhooksOff(manager, userId) : '';
      return { template: 'password-changed', values: { ...values, webhooks } };
    });
  }

  /** @returns the addresses of the webhooks that were on, one a line */
  private async switchWebhooksOff(manager: EntityManager, userId: string): Promise<string> {
    // Locks the account before its webhooks, in the same order as its deletion does.
    if (!(await lockAgainstDeletion(manager, accountKey(userId)))) return '';
    const addresses = await this.webhooks.switchAllOff(manager, userId);
    return listOf(addresses.map(safeText));
  }

  @Consumes(deviceSignedIn)
  async deviceSignedIn(event: EventMessage<typeof deviceSignedIn>): Promise<void> {
    const { name, device, address, signedInAt } = event.data;
    const values = {
      name: safePersonName(name),
      device,
      address,
      time: formatTimestamp(new Date(signedInAt)),
      link: `${this.publicUrl}/forgot-password`,
    };
    await this.send(event, { template: 'new-device', values });
  }

  @Consumes(signInMethodAdded)
  async signInMethodAdded(event: EventMessage<typeof signInMethodAdded>): Promise<void> {
    const { name, method, label } = event.data;
    const values = {
      name: safePersonName(name),
      method: describeMethod(method, label),
      link: `${this.publicUrl}/account?tab=security`,
    };
    await this.send(event, { template: 'sign-in-method-added', values });
  }

  @Consumes(twoStepLogInChanged)
  async twoStepLogInChanged(event: EventMessage<typeof twoStepLogInChanged>): Promise<void> {
    const { name, isOn } = event.data;
    const values = { name: safePersonName(name), isOn, link: `${this.publicUrl}/account?tab=security` };
    await this.send(event, { template: 'two-step-log-in', values });
  }

  /**
   * Leaves out the display name of the recipient: anyone can sign up with the address of another person and a name of
   * their choice, and the mail would carry that name.
   * @param mail a mail, or a function that makes it in the transaction that queues it
   */
  private async send<Name extends MailTemplateName>(
    event: EventMessage & { readonly data: { userId?: string; email: string } },
    mail: AccountMail<Name> | ((manager: EntityManager) => Promise<AccountMail<Name>>),
  ): Promise<void> {
    const { userId = null, email } = event.data;
    await this.inbox.once(event, async (manager) => {
      const made = typeof mail === 'function' ? await mail(manager) : mail;
      await this.outgoing.add(manager, { ...made, id: event.id, to: { name: '', address: email }, userId });
    });
    await this.outgoing.enqueue(event.id);
  }
}

/** @param label the owner's name of a passkey, or the operator's name of a provider */
function describeMethod(method: DataOf<typeof signInMethodAdded>['method'], label: string): string {
  if (method === 'password') return 'a password';
  if (method !== 'passkey') return label;
  const name = safePersonName(label);
  return name === '' ? 'a passkey' : `the passkey "${name}"`;
}
