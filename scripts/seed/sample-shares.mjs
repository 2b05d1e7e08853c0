/** Opens the seeded file and link that have a password. */
export const PASSWORD = 'harbour-2026';

/** The seeded file with several links. */
export const LINKED_FILE = 'Proposal for Harbour & Sons.pdf';

/** Further links of LINKED_FILE. `days`: age. `views`: visits since then. `emails`: addresses that visitors give. */
export const links = [
  { days: 24, views: 46, settings: { name: 'Trade fair', isActive: false } },
  { days: 16, views: 31, settings: { name: 'Board', password: PASSWORD } },
  {
    days: 9,
    views: 22,
    settings: { name: 'Investors', allowedEmails: ['grace@example.com', '@pier.example'] },
    emails: ['grace@example.com', 'lin@pier.example', 'noor@pier.example'],
  },
];

/** `files`: visits of each file within the bundle. */
export const bundle = {
  name: 'Offer for spring 2027',
  days: 14,
  views: 37,
  files: { [LINKED_FILE]: 26, 'Budget 2027.xlsx': 15, 'Quay at dawn.jpg': 11 },
};

/** `days`: age. `daysOpen`: days until it expires. */
export const fileRequest = {
  days: 6,
  daysOpen: 30,
  settings: { title: 'Invoices of spring', message: 'One PDF for each delivery, please.', maxFiles: 12 },
  received: { name: 'Invoice 2027-014.pdf', sender: 'Grace Hopper', senderEmail: 'grace@example.com' },
};
