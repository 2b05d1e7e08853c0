/** Title and description of a page, for the browser tab, search engines and link previews. */
export interface PageMetadata {
  readonly title: string;
  /** One or two sentences. */
  readonly description: string;
}

/** Metadata of all pages that are not in `publicPageMetadata`: those of an account or of a file. */
export const defaultPageMetadata: PageMetadata = {
  title: 'Waybill',
  description: 'Upload a file, get a link, see who opened it. No sign up required.',
};

/** Metadata of public pages, by path (spec §2). */
export const publicPageMetadata: Readonly<Record<string, PageMetadata>> = {
  '/': {
    title: 'File Sharing. Made Simple.',
    description: 'Upload a file, get a link, and see who opened it: when, and from where.',
  },
  '/features': {
    title: 'Features',
    description: 'What Waybill does for a file between you and its readers.',
  },
  '/pricing': {
    title: 'Pricing',
    description: 'Start free. Pay when your files need to travel further.',
  },
  '/docx': {
    title: 'Share a Word document as a link',
    description: 'Upload a .docx and send a link. Readers open it in the browser, Word or no Word.',
  },
  '/pdf': {
    title: 'Share a PDF as a link',
    description:
      'Upload a PDF and send a link. It opens page by page in the browser, and you see who read it.',
  },
  '/xlsx': {
    title: 'Share an Excel sheet as a link',
    description: 'Upload an .xlsx and send a link instead of an attachment that is too large.',
  },
  '/pptx': {
    title: 'Share a PowerPoint as a link',
    description: 'Upload a .pptx and send a link. The slides open in the browser, on a phone as well.',
  },
  '/signup': {
    title: 'Sign up',
    description: 'Keep your files in one place and see who opened them.',
  },
  '/login': {
    title: 'Log in',
    description: 'To your files, their links and their readers.',
  },
  '/contact': {
    title: 'Contact',
    description: 'Write to us. We aim to reply within 24 hours.',
  },
  '/terms': {
    title: 'Terms & Privacy',
    description: 'What we ask of you, and what we keep of you and your readers.',
  },
  '/status': {
    title: 'System Status',
    description: 'Whether Waybill works right now, and how fast it answers.',
  },
};
