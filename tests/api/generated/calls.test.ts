import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints, ownerOf, probes, sendProbe, startWorld, type World } from '#tests/support/probe-world.ts';
import { program } from '#tests/support/program.ts';

const SUPPORT = join(import.meta.dirname, '../../support');
const KEPT = join(SUPPORT, 'calls-answered.json');

type Call = { method: string; path: string; keys: string[] };

const calls: Call[] = readFileSync(join(SUPPORT, 'calls.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [call = '', keys = ''] = line.split(' | ');
    const [method = '', path = ''] = call.split(' ');
    return { method, path, keys: keys.split(' ').filter(Boolean) };
  });

/** The shape of a path: which names its parameters have does not matter. */
const shapeOf = (path: string) => path.replace(/\{\w+\}/g, '{}');

/** How many elements of a path are fixed: of two endpoints that fit a call the more exact one answers it. */
const endpointOf = (call: Call) =>
  endpoints.find((one) => one.method === call.method && shapeOf(one.path) === shapeOf(call.path));

describe('the calls of the two specifications', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(async () => {
    await program().stop();
  });

  it('are 127, and those answered with the keys that the specification names only grow in number', async () => {
    expect(calls).toHaveLength(127);
    const answered: string[] = [];
    const wrong: string[] = [];
    for (const call of calls) {
      const endpoint = endpointOf(call);
      const probe = probes.find((one) => one.endpoint === endpoint?.name);
      if (!endpoint || !probe) continue;
      const answer = await sendProbe(endpoint, await probe.request(world.mine), ownerOf(endpoint, world.mine));
      const body = (answer.body ?? {}) as Record<string, unknown>;
      const missing = call.keys.filter((key) => !(key in body));
      const name = `${call.method} ${call.path}`;
      if (answer.status >= 200 && answer.status < 300 && missing.length === 0) answered.push(name);
      else wrong.push(`${name}: ${answer.status}${missing.length > 0 ? `, without ${missing.join(', ')}` : ''}`);
    }
    console.log(`answered: ${answered.length} of ${calls.length} calls of the specifications`);
    const { answered: kept } = JSON.parse(readFileSync(KEPT, 'utf8')) as { answered: number };
    expect(wrong).toEqual([]);
    expect(answered.length, 'fewer calls are answered than before').toBeGreaterThanOrEqual(kept);
    if (answered.length > kept && !process.env.CI) {
      writeFileSync(
        KEPT,
        `${JSON.stringify({ answered: answered.length }, null, 2).replaceAll('\n ', '').replace('\n', ' ')}\n`,
      );
    }
  }, 120_000);

  it('store no text that is an absent value written out', async () => {
    const columns = await program().owner.$queryRaw<{ table: string; column: string }[]>`
      SELECT c.table_name::text AS "table", c.column_name::text AS "column" FROM information_schema.columns c
      JOIN information_schema.tables t USING (table_schema, table_name)
      WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.data_type IN ('text', 'character varying')`;
    expect(columns.length).toBeGreaterThan(100);
    const wrong: string[] = [];
    for (const { table, column } of columns) {
      const [row] = await program().owner.$queryRawUnsafe<{ n: bigint }[]>(
        `SELECT count(*) AS n FROM "${table}" WHERE "${column}" ~ '(^|[:|/ ])(null|undefined|NaN|\\[object Object\\])$'`,
      );
      if (row && row.n > 0n) wrong.push(`${table}.${column}`);
    }
    expect(wrong).toEqual([]);
  });
});
