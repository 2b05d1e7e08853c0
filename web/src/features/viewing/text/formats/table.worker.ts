import { readTable } from './read-table.js';
import { serve } from './serve.js';

serve(readTable);
