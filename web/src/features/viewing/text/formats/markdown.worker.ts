import { formatMarkdown } from './format-markdown.js';
import { serve } from './serve.js';

serve(formatMarkdown);
