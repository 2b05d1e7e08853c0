#!/usr/bin/env node
import { run } from './run.js';

// `waybill … | head` closes the pipe early, which is no failure.
process.stdout.on('error', () => process.exit());
process.exitCode = await run(process.argv.slice(2));
