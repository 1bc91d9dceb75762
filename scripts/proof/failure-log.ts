/** Lines that are written in a minute at most; the next one says how many were left out. */
const LINES_PER_MINUTE = 10;

/**
 * Writes failures of the server itself as single JSON lines without stack, a few in a minute: nobody fills a disk by sending what
 * makes it fail.
 */
export function createFailureLog(o: { write: (line: string) => void; now: () => number }): (error: unknown) => void {
  let minute = 0;
  let written = 0;
  let suppressed = 0;
  return (error) => {
    const at = Math.floor(o.now() / 60_000);
    if (at !== minute) {
      minute = at;
      written = 0;
    }
    if (written >= LINES_PER_MINUTE) {
      suppressed += 1;
      return;
    }
    written += 1;
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    const line = {
      level: 'error',
      time: o.now(),
      name,
      err: message.slice(0, 500),
      msg: 'a request could not be answered',
    };
    o.write(JSON.stringify(suppressed > 0 ? { ...line, suppressed } : line));
    suppressed = 0;
  };
}
