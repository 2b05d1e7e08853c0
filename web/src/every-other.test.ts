import { loadTests } from './testing/load-tests.js';

loadTests('{app,components,features,lib}/**/*.{test.tsx,spec.ts}');
