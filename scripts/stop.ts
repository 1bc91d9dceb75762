/**
 * Runs `close` once on Ctrl-C, on a stop signal, or when the parent that holds our channel goes away, and ends the process.
 * A second signal ends it at once.
 */
export function onStop(close: () => Promise<void>): void {
  let stopping = false;
  const stop = () => {
    if (stopping) process.exit(1);
    stopping = true;
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  if (process.channel) process.once('disconnect', stop);
}
