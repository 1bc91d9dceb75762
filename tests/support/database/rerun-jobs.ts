import { program } from '../program.ts';

/**
 * Runs jobs of a kind once more, as after a process that was killed before the end of a job was recorded: what the job did stands, and
 * nothing says that it ran.
 */
export async function rerunJobs(kind: string, keyStart = ''): Promise<void> {
  const running = program();
  const { owner, clock } = running;
  const { count } = await owner.scheduledJob.updateMany({
    where: { kind, key: { startsWith: keyStart } },
    data: { doneAt: null, attempts: 0, lease: null, lockedUntil: null, dueAt: clock.now() },
  });
  if (count === 0) throw new Error(`no job of the kind ${kind} ran before`);
  await running.drain();
}

/** The same for a kind whose jobs are deleted when they are done. */
export async function rerunJob(o: {
  storeId: bigint | number;
  kind: string;
  key: string;
  payload: object;
}): Promise<void> {
  const running = program();
  const { owner, clock } = running;
  const { storeId, kind, key, payload } = o;
  await owner.scheduledJob.create({
    data: { storeId: BigInt(storeId), kind, key: `again/${key}`, payload, dueAt: clock.now() },
  });
  await running.drain();
}
