interface Landing {
  readonly title: string;
  readonly text: string;
}

const landings: Readonly<Record<string, Landing>> = {
  docx: {
    title: 'Share a Word document as a link',
    text: 'Upload a .docx and send a link. Readers open it in the browser, Word or no Word.',
  },
  pdf: {
    title: 'Share a PDF as a link',
    text: 'Upload a PDF and send a link. It opens page by page in the browser, and you see who read it.',
  },
  xlsx: {
    title: 'Share an Excel sheet as a link',
    text: 'Upload an .xlsx and send a link instead of an attachment that is too large.',
  },
  pptx: {
    title: 'Share a PowerPoint as a link',
    text: 'Upload a .pptx and send a link. The slides open in the browser, on a phone as well.',
  },
};

const generic: Landing = {
  title: 'Share any file as a link',
  text: 'Upload a file, send a link, and see who opened it.',
};

/** What a file type's page promises (spec §2). */
export function landingOf(fileType: string): Landing {
  return landings[fileType] ?? generic;
}
