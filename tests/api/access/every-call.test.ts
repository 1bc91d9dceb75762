import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changedTables, forgetChanges, watchTables } from '#tests/support/database/changed-tables.ts';
import { describeEveryCall } from '#tests/support/every-call.ts';
import { endpoints, inStillTime, probes, startWorld, type World } from '#tests/support/probe-world.ts';
import { program } from '#tests/support/program.ts';

describe('probes', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
    await watchTables();
  });
  afterAll(async () => {
    await program().stop();
  });

  it('has a probe for every call, and no probe without a call', () => {
    const names = endpoints.map((endpoint) => endpoint.name).sort();
    expect(probes.map((probe) => probe.endpoint).sort()).toEqual(names);
  });

  it('sees which tables changed, and that what was taken back did not', async () => {
    const { owner } = program();
    const rename = (name: string) => owner.vendor.update({ where: { id: world.mine.vendor.id }, data: { name } });
    await inStillTime(async () => {
      await forgetChanges();
      await rename('Somebody else');
      expect(await changedTables()).toEqual(['vendors']);
      await rename(world.mine.vendor.name);
      expect(await changedTables()).toEqual([]);
    });
  });
});

describeEveryCall(0);
