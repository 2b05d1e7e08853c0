import { pdfjs } from 'react-pdf';

// From this origin, in the version react-pdf was built for.
pdfjs.GlobalWorkerOptions.workerSrc = new URL(
  'pdfjs-dist/build/pdf.worker.min.mjs',
  import.meta.url,
).toString();
