#!/usr/bin/env node
import { requireCompleteOutput } from './output/complete-output.js';
import { ignoreLostRemarks } from './output/print.js';
import { run } from './run.js';

requireCompleteOutput(process.stdout);
ignoreLostRemarks(process.stderr);
process.exitCode = await run(process.argv.slice(2));
