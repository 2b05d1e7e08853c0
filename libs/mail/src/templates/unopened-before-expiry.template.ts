import { defineTemplate } from './template.js';

export interface UnopenedValues {
  readonly name: string;
  /** Name of the file or bundle, or of the first of several. */
  readonly fileName: string;
  /** Time at which the first of them expires, formatted for display. */
  readonly expiresAt: string;
  readonly link: string;
  /**
   * Such as “100 files and 1 bundle”. Missing for a single file or bundle, and in a stored notification of an earlier
   * version.
   */
  readonly count?: string;
  /** Names of several files and bundles, one a line. */
  readonly lines?: string;
}

/** Mail to the owner of files and bundles that expire unopened. */
export const unopenedBeforeExpiry = defineTemplate<UnopenedValues>({
  subject: 'Nobody has opened {{#if count}}{{count}}{{else}}“{{fileName}}”{{/if}}',
  heading: 'Nobody has opened {{#if count}}{{count}}{{else}}“{{fileName}}”{{/if}} yet',
  paragraphs: [
    '{{#if count}}The first of them expires on {{expiresAt}}. You can remind the people you sent them to, or choose a later expiry.{{else}}It expires on {{expiresAt}}. You can remind the person you sent it to, or choose a later expiry.{{/if}}',
  ],
  quote: '{{#if lines}}{{lines}}{{/if}}',
  button: { label: '{{#if count}}See your files{{else}}Change its settings{{/if}}', link: '{{link}}' },
  footnote:
    'You get this mail because {{#if count}}they are{{else}}the file is{{/if}} in your Waybill account.',
});
