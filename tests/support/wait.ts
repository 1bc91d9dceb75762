/** Polls until `probe` yields something truthy and returns it. Throws with `what` after the limit. */
export async function waitFor<T>(what: string, probe: () => T | Promise<T>, limitMs = 30_000): Promise<NonNullable<T>> {
  const start = performance.now();
  for (;;) {
    const value = await probe();
    if (value) return value;
    if (performance.now() - start > limitMs) throw new Error(`Waited ${limitMs} ms in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
