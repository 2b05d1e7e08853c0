import { highlightCode } from './highlight-code.js';
import { serve } from './serve.js';

serve(highlightCode);
