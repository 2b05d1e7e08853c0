const { TestEnvironment } = require('jest-environment-jsdom');

/** Web APIs that Node has and jsdom lacks. */
const FROM_NODE = [
  'BroadcastChannel',
  'Headers',
  'ReadableStream',
  'Response',
  'TextDecoder',
  'TextDecoderStream',
  'TextEncoder',
  'TextEncoderStream',
  'TransformStream',
  'WritableStream',
  'structuredClone',
];

/**
 * Converts an abort signal of jsdom to one of Node, because jsdom's listeners accept only the former and Node's `fetch`
 * only the latter.
 */
function nodeSignal(signal) {
  if (!signal || signal instanceof AbortSignal) return signal;
  const controller = new AbortController();
  if (signal.aborted) controller.abort(signal.reason);
  else signal.addEventListener('abort', () => controller.abort(signal.reason), { once: true });
  return controller.signal;
}

class BridgedRequest extends Request {
  constructor(input, init) {
    super(input, init && { ...init, signal: nodeSignal(init.signal) });
  }
}

module.exports = class BrowserWithFetch extends TestEnvironment {
  async setup() {
    await super.setup();
    for (const name of FROM_NODE) this.global[name] = globalThis[name];
    this.global.Request = BridgedRequest;
    this.global.fetch = (input, init) => fetch(new BridgedRequest(input, init));
  }
};
