import { defineTemplate } from './template.js';

export interface ViewValues {
  readonly name: string;
  readonly fileName: string;
  /** Address that the visitor gave, or empty. */
  readonly visitor: string;
  /** City and country, or empty. */
  readonly place: string;
  /** Browser and kind of device, or empty. */
  readonly device: string;
  /** Formatted for display. */
  readonly openedAt: string;
  readonly link: string;
}

/** Mail to the owner of a file or bundle that was opened for the first time. */
export const firstView = defineTemplate<ViewValues>({
  subject: '“{{fileName}}” was opened for the first time',
  heading: '“{{fileName}}” was opened',
  paragraphs: [
    '{{#if visitor}}{{visitor}}{{else}}Somebody{{/if}} opened it for the first time{{#if place}}, from {{place}}{{/if}}{{#if device}}, with {{device}}{{/if}}.',
    '{{openedAt}}',
  ],
  button: { label: 'See the report', link: '{{link}}' },
  footnote: 'You get this mail because the file is in your Waybill account.',
});
