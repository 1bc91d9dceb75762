import type { DemoClient } from '#scripts/demo/demo-client.ts';

/** Lets the seconds pass in which a decision on a product can be taken back, and waits until it took effect. */
export async function passUndoTime(client: DemoClient): Promise<void> {
  await client.control('POST', '/clock', { advanceHours: 0.01 });
}
