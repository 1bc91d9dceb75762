/** Crashes loudly when one of our own assumptions is wrong. Never used for what a user or a partner sent. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`Invariant broken: ${message}`);
}
