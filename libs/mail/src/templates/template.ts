/**
 * The blocks of one kind of mail. Every string is a Handlebars template over `Values`. HTML and plain text are
 * rendered from the same blocks, so their content is the same.
 */
export interface MailTemplate<Values extends object> {
  readonly subject: string;
  readonly heading: string;
  /** A paragraph that renders to an empty string is omitted. */
  readonly paragraphs: readonly string[];
  readonly button?: { readonly label: string; readonly link: string };
  /** Text by another person, rendered as a quotation with its line breaks. */
  readonly quote?: string;
  /** Explains to the recipient why they get this mail, and what to do if it is a mistake. */
  readonly footnote: string;
  /** Carries the type of the values. Never set at run time. */
  readonly values?: Values;
}

/** Defines a template with the type of its values. */
export function defineTemplate<Values extends object>(template: MailTemplate<Values>): MailTemplate<Values> {
  return template;
}
