import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scoped } from '#app/server/scoped.server.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { changedTables, forgetChanges, watchTables } from '#tests/support/database/changed-tables.ts';
import { withForeignId } from '#tests/support/input-paths.ts';
import {
  endpoints,
  inStillTime,
  ownerOf,
  probes,
  sendProbe,
  settle,
  startWorld,
  type World,
} from '#tests/support/probe-world.ts';
import { program } from '#tests/support/program.ts';

// In this project the program's own filter is replaced by one that filters nothing: only the database still refuses.
describe('row-level security alone', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
    await watchTables();
  });
  afterAll(async () => {
    await program().stop();
  });

  it('is alone: the filter of this build filters nothing', () => {
    expect(scoped(marketplaceScope(world.mine.store.id))).toEqual({});
  });

  // That every call has a probe is demanded by the access test.
  const probed = endpoints.flatMap((endpoint) => {
    const probe = probes.find((one) => one.endpoint === endpoint.name);
    return probe && endpoint.access.kind === 'vendor' ? [[endpoint.name, endpoint, probe] as const] : [];
  });
  it.each(probed)('hides foreign rows from %s and keeps them as they are', async (_name, endpoint, probe) => {
    const caller = ownerOf(endpoint, world.mine);
    const own = await probe.request(world.mine);
    const foreign = [await probe.request(world.otherVendor), await probe.request(world.otherStore)];
    await inStillTime(async () => {
      await forgetChanges();
      for (const request of foreign) {
        for (const path of (probe.ids ?? []).filter((one) => !probe.sharedInStore?.includes(one))) {
          for (const one of withForeignId(own, request, path)) {
            const answer = await sendProbe(endpoint, one.request, caller);
            expect(answer.status, `${one.how}: ${JSON.stringify(answer.body)}`).toBe(404);
          }
        }
      }
      await settle();
      expect(await changedTables(), 'a foreign request changed these tables').toEqual([]);
    });
    const text = JSON.stringify((await sendProbe(endpoint, own, caller)).body ?? '');
    for (const { vendor } of [world.otherVendor, world.otherStore]) expect(text).not.toContain(vendor.name);
  });

  it('shows a vendor no row of another vendor in any table, and no store another store', async () => {
    const { services } = program().container;
    const tables = await services.db.sql<{ name: string; column: string }>(
      `SELECT c.table_name AS name, c.column_name AS column FROM information_schema.columns c
       JOIN pg_tables t ON t.tablename = c.table_name AND t.schemaname = 'public' AND t.rowsecurity
       WHERE c.table_schema = 'public' AND c.column_name IN ('store_id', 'vendor_id')`,
    );
    const scope = { storeId: world.mine.store.id, vendor: world.mine.vendor.id };
    for (const { name, column } of tables) {
      const own = column === 'store_id' ? scope.storeId : scope.vendor;
      const rows = await services.db.fast(scope, (tx) =>
        tx.query(`SELECT 1 FROM "${name}" WHERE "${column}" IS NOT NULL AND "${column}" <> $1 LIMIT 1`, [own]),
      );
      expect(rows, `${name}.${column}`).toEqual([]);
    }
  });
});
