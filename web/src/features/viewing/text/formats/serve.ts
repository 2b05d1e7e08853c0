/** Answers the one request of this worker, after saying that it is loaded. An error is answered as null. */
export function serve(answer: (request: never) => unknown): void {
  self.onmessage = ({ data }) => {
    self.postMessage({ answer: attempt(() => answer(data as never)) });
  };
  self.postMessage('loaded');
}

/** The answer, or null after an error. */
export function attempt(answer: () => unknown): unknown {
  try {
    return answer();
  } catch {
    return null;
  }
}
