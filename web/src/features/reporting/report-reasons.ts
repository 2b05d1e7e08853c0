import type { ReportReason } from '@waybill/contracts';

/** Short names of the reasons of a report. */
export const reasonNames: Readonly<Record<ReportReason, string>> = {
  malware: 'Malware',
  phishing: 'Phishing',
  illegal: 'Illegal content',
  copyright: 'Copyright',
  'personal-data': 'Personal data',
  other: 'Something else',
};

/** Reasons of a report with the explanations that the form shows. */
export const reportReasons: Readonly<Record<ReportReason, string>> = {
  ...reasonNames,
  phishing: 'Phishing: it pretends to be somebody else',
  copyright: 'Copyright: it is my work',
  'personal-data': 'Personal data: it is about me',
};
