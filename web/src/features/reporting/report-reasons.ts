import type { ReportReason } from '@waybill/contracts';

/** Reasons of a report, as the form names them. */
export const reportReasons: Readonly<Record<ReportReason, string>> = {
  malware: 'Malware',
  phishing: 'Phishing: it pretends to be somebody else',
  illegal: 'Illegal content',
  copyright: 'Copyright: it is my work',
  'personal-data': 'Personal data: it is about me',
  other: 'Something else',
};
