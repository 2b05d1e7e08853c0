import { loadTests } from './testing/load-tests.js';

loadTests('pages/[n-z]*.test.tsx');
