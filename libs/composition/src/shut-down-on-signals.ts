const ONE_MACHINE_MS = 9_000;

/** Ends the process cleanly on Ctrl-C and on SIGTERM, and in any case after `withinMs`. */
export function shutDownOnSignals(close: () => Promise<void>, withinMs = ONE_MACHINE_MS): void {
  let ending = false;
  const end = () => {
    // npm passes on the Ctrl-C that the terminal has sent to all of us already.
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
