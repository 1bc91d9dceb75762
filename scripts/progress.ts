/** Says what is going on and how long it took: `· Building the program … 12 s`. On a terminal the line is completed in place. */
export async function step<T>(what: string, work: () => T | Promise<T>): Promise<T> {
  const started = performance.now();
  const isTerminal = process.stdout.isTTY;
  if (isTerminal) process.stdout.write(`· ${what} …`);
  else console.log(`· ${what} …`);
  try {
    const result = await work();
    const seconds = (performance.now() - started) / 1000;
    if (isTerminal) process.stdout.write(seconds < 0.95 ? '\n' : ` ${Math.round(seconds)} s\n`);
    return result;
  } catch (error) {
    if (isTerminal) process.stdout.write('\n');
    throw error;
  }
}

/** A refusal that a person can do something about: its message is printed without a stack. */
export class UserFacingError extends Error {}

/** Turns what went wrong into a sentence where a person can mend it; undefined for a defect of ours. */
export function sentenceOf(error: unknown): string | undefined {
  if (error instanceof UserFacingError) return error.message;
  if (!(error instanceof Error)) return undefined;
  const { code, path, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || /No space left on device|ENOSPC|disk is full/i.test(message)) {
    return 'The disk is full. Free some space (the demo needs about 3 GB with its packages) and start again.';
  }
  if (code === 'EACCES' || code === 'EROFS') {
    return `${path ?? 'A folder of the project'} cannot be written. Check its owner and permissions, and start again.`;
  }
  const library = /error while loading shared libraries: ([\w.+-]+)/.exec(message)?.[1];
  if (library)
    return `The system library ${library} is missing. Install it with your system's package manager, and start again.`;
  if (/initdb|database could not be made|PostgreSQL/.test(message)) return message;
  return undefined;
}
