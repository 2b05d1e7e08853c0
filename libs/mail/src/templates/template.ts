/**
 * One kind of mail, as the blocks it is made of. Every string is a Handlebars template over `Values`; HTML and
 * plain text are both made from these blocks, so they always say the same.
 */
export interface MailTemplate<Values extends object> {
  readonly subject: string;
  readonly heading: string;
  /** One that renders to nothing is left out. */
  readonly paragraphs: readonly string[];
  readonly button?: { readonly label: string; readonly link: string };
  /** Words of somebody else, set apart and with their line breaks. */
  readonly quote?: string;
  /** Why the receiver gets this mail, and what to do when it is none of theirs. */
  readonly footnote: string;
  /** Type of the values only; never set. */
  readonly values?: Values;
}

/** Names the values of a template, which its strings then refer to. */
export function defineTemplate<Values extends object>(template: MailTemplate<Values>): MailTemplate<Values> {
  return template;
}
