import type Handlebars from 'handlebars';
import type { Mail } from '../mailer.js';
import { activation } from './activation.template.js';
import { contact } from './contact.template.js';
import { fileContentMissing } from './file-content-missing.template.js';
import { fileInfected } from './file-infected.template.js';
import { fileRestored } from './file-restored.template.js';
import { fileTakenDown } from './file-taken-down.template.js';
import { infectedFileFound } from './infected-file-found.template.js';
import { firstView } from './first-view.template.js';
import { everyView } from './every-view.template.js';
import { dailySummary } from './daily-summary.template.js';
import { limitUsedUp } from './limit-used-up.template.js';
import { unopenedBeforeExpiry } from './unopened-before-expiry.template.js';
import { filesReceived } from './files-received.template.js';
import { htmlLayout, textLayout } from './layout.js';
import { invitation } from './invitation.template.js';
import { newDevice } from './new-device.template.js';
import { signInMethodAdded } from './sign-in-method-added.template.js';
import { linkCode } from './link-code.template.js';
import { passwordChanged } from './password-changed.template.js';
import { passwordReset } from './password-reset.template.js';
import { share } from './share.template.js';
import { signUpRepeated } from './sign-up-repeated.template.js';
import type { MailTemplate } from './template.js';
import { twoStepLogIn } from './two-step-log-in.template.js';
import { webhookDisabled } from './webhook-disabled.template.js';

const templates = {
  activation,
  invitation,
  'sign-up-repeated': signUpRepeated,
  'password-reset': passwordReset,
  'password-changed': passwordChanged,
  'new-device': newDevice,
  'sign-in-method-added': signInMethodAdded,
  'two-step-log-in': twoStepLogIn,
  'link-code': linkCode,
  share,
  contact,
  'file-taken-down': fileTakenDown,
  'file-restored': fileRestored,
  'file-infected': fileInfected,
  'file-content-missing': fileContentMissing,
  'infected-file-found': infectedFileFound,
  'webhook-disabled': webhookDisabled,
  'first-view': firstView,
  'every-view': everyView,
  'daily-summary': dailySummary,
  'limit-used-up': limitUsedUp,
  'unopened-before-expiry': unopenedBeforeExpiry,
  'files-received': filesReceived,
};

export type MailTemplateName = keyof typeof templates;

/** Values of a template. */
export type MailValues<Name extends MailTemplateName> =
  (typeof templates)[Name] extends MailTemplate<infer V> ? V : never;

export type RenderedMail = Pick<Mail, 'subject' | 'text' | 'html'>;

const LONGEST_SUBJECT = 150;

interface Engine {
  readonly compile: typeof Handlebars.compile;
  readonly asHtml: Handlebars.TemplateDelegate;
  readonly asText: Handlebars.TemplateDelegate;
}

let engine: Promise<Engine> | undefined;

/** Loads the template engine with the first mail: it takes 6 MiB of memory. */
async function loadEngine(): Promise<Engine> {
  const {
    default: { compile },
  } = await import('handlebars');
  return {
    compile,
    asHtml: compile(htmlLayout, { strict: true }),
    asText: compile(textLayout, { strict: true, noEscape: true }),
  };
}

/**
 * Renders subject, text and HTML of a mail. Values are untrusted: they cannot add a header, a line or markup.
 * @param unsubscribeUrl address that stops mails of this kind
 */
export async function renderMail<Name extends MailTemplateName>(
  name: Name,
  values: MailValues<Name>,
  unsubscribeUrl?: string,
): Promise<RenderedMail> {
  engine ??= loadEngine();
  const { compile, asHtml, asText } = await engine;
  const template: MailTemplate<object> = templates[name];
  // Fill in values without escaping. The layouts escape the result, each for its own format.
  const fill = (source: string) => compile(source, { strict: true, noEscape: true })(values);
  const line = (source: string) => oneLine(fill(source));
  const { button } = template;
  const blocks = {
    subject: shorten(line(template.subject)),
    heading: line(template.heading),
    paragraphs: template.paragraphs.map(line).filter((text) => text !== ''),
    button: button && { label: line(button.label), link: line(button.link) },
    quote: template.quote && manyLines(fill(template.quote)),
    footnote: line(template.footnote),
    unsubscribeUrl: unsubscribeUrl ?? '',
  };
  return { subject: blocks.subject, html: asHtml(blocks), text: asText(blocks) };
}

function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

function manyLines(text: string): string {
  return text
    .split(/\r\n|[\r\n\p{Zl}\p{Zp}]/u)
    .map((line) => line.replaceAll(/\p{Cc}/gu, ' '))
    .join('\n');
}

function shorten(text: string): string {
  if (text.length <= LONGEST_SUBJECT) return text;
  // Drop half a surrogate pair at the cut: it cannot be encoded in a header.
  return `${text.slice(0, LONGEST_SUBJECT - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
