import { pdfjs } from 'react-pdf';

// Served from this origin, in the version that react-pdf was built for.
pdfjs.GlobalWorkerOptions.workerSrc = new URL(
  'pdfjs-dist/build/pdf.worker.min.mjs',
  import.meta.url,
).toString();
