import { MemorySignals } from './memory-signals.js';
import { signalsContract } from './signals.contract.js';

describe('MemorySignals', () => {
  const signals = new MemorySignals();
  signalsContract(() => Promise.resolve(signals));
});
