import { metrics, traced } from '@waybill/service-kit';
import { type Mail, Mailer, MailRefusedError } from './mailer.js';

const mails = metrics.count({
  name: 'waybill_mails_total',
  help: 'Mails that were sent, that failed and will be tried again, or that were refused for good',
  labels: ['outcome'],
});

/** Tells of each mail how it went, whatever sends it. */
export class ObservedMailer extends Mailer {
  constructor(private readonly mailer: Mailer) {
    super();
  }

  async send(mail: Mail): Promise<void> {
    try {
      await traced({ name: 'send mail', kind: 'client' }, () => this.mailer.send(mail));
      mails.add({ outcome: 'sent' });
    } catch (error) {
      mails.add({ outcome: error instanceof MailRefusedError ? 'refused' : 'failed' });
      throw error;
    }
  }

  check(): Promise<void> {
    return this.mailer.check();
  }

  close(): Promise<void> {
    return this.mailer.close();
  }
}
