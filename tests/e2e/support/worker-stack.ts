/** What a process needs to find a marketplace of the browser tests: the variables that name its ports and its folder. */
export type StackNote = { PORT: string; SANDBOX_PORT: string; SOUK_LOCAL: string };

/** The variable in which the setup leaves the note for a worker (0, 1, …). */
export function stackVariable(worker: number | string): string {
  return `E2E_STACK_${String(worker)}`;
}

/** Points this process at its worker's own marketplace; without one, the environment stands as it is. */
export function adoptStack(): void {
  const note = process.env[stackVariable(process.env.TEST_PARALLEL_INDEX ?? '')];
  if (note) Object.assign(process.env, JSON.parse(note) as StackNote);
}
