/** Shuts down cleanly on SIGINT (Ctrl-C), SIGTERM and SIGHUP, and exits after `withinMs` at the latest. */
export function shutDownOnSignals(close: () => Promise<void>, withinMs: number): void {
  let ending = false;
  const end = () => {
    // Ctrl-C arrives twice under npm: from the terminal, and forwarded by npm.
    if (ending) return;
    ending = true;
    setTimeout(() => process.exit(1), withinMs).unref();
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  process.on('SIGHUP', end);
}
