import { loadTests } from './testing/load-tests.js';

loadTests('pages/[a-m]*.test.tsx');
