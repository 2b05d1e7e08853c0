/** Shuts down cleanly on SIGINT (Ctrl-C), SIGTERM and SIGHUP, and exits after `withinMs` at the latest. */
export function shutDownOnSignals(close: () => Promise<void>, withinMs: number): void {
  let ending = false;
  const end = () => {
    // Ctrl-C arrives twice under npm: from the terminal, and forwarded by npm.
    if (ending) return;
    ending = true;
    setTimeout(() => {
      process.stderr.write(`The shutdown took over ${withinMs / 1000} s and was cut off\n`);
      process.exit(1);
    }, withinMs).unref();
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${(error as Error).message}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  process.on('SIGHUP', end);
}
