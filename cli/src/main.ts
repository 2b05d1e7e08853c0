#!/usr/bin/env node
import { requireCompleteOutput } from './output/complete-output.js';
import { run } from './run.js';

requireCompleteOutput(process.stdout);
process.exitCode = await run(process.argv.slice(2));
