export * from './mail.env.js';
export * from './mail.module.js';
export * from './mailbox.js';
export * from './mailer.js';
export * from './open-mailer.js';
export * from './adapters/on-disk-mailbox.js';
export * from './adapters/on-disk-mailer.js';
export * from './adapters/smtp-mailer.js';
export {
  type MailTemplateName,
  type MailValues,
  type RenderedMail,
  renderMail,
} from './templates/render-mail.js';
