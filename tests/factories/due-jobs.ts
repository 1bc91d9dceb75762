import { asStoreId } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { scheduleJob } from '#app/server/scheduled-jobs.server.ts';
import { program } from '#tests/support/program.ts';
import { nextNumber } from './numbers.ts';
import type { BuiltStore } from './stores.ts';

/** A factory of one due job of a kind with what it is given. */
export const planJob =
  <World extends { store: BuiltStore }>(
    kind: string,
    payload: (world: World) => object | Promise<object> = () => ({}),
  ): ((world: World) => Promise<void>) =>
  async (world) => {
    const given = await payload(world);
    const { clock, db } = program().container.services;
    await db.fast(marketplaceScope(asStoreId(world.store.id)), (tx) =>
      scheduleJob(tx, { kind, key: `twice/${nextNumber()}`, payload: given, dueAt: clock.now() }),
    );
  };
