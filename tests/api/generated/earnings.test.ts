import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { VENDOR_PERMISSIONS } from '#app/core/viewer.ts';
import type { AnyEndpoint } from '#app/core/endpoint.ts';
import { buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { sellOrder } from '#tests/factories/orders/sold-orders.ts';
import { api, program } from '#tests/support/program.ts';
import { endpoints, ownerOf, probes, sendProbe, startWorld, type World } from '#tests/support/probe-world.ts';

type Schema = {
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  additionalProperties?: Schema | boolean;
  $ref?: string;
  $defs?: Record<string, Schema>;
  'x-earnings'?: true;
};
type Field = { path: string; name: string; isMarked: boolean; isAmount: boolean };

/** The fields of an answer by their path, with `*` for each element; below a marked field nothing more is looked for. */
function fieldsOf(schema: Schema, path = '', defs = schema.$defs ?? {}): Field[] {
  if (schema['x-earnings']) return [];
  const named = schema.$ref === undefined ? undefined : defs[schema.$ref.replace('#/$defs/', '')];
  return [
    ...(named ? fieldsOf(named, path, defs) : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, one]) => {
      const at = path === '' ? name : `${path}.${name}`;
      const isAmount = /"(\$ref|array|object)"/.test(JSON.stringify(one));
      return [{ path: at, name, isMarked: one['x-earnings'] === true, isAmount }, ...fieldsOf(one, at, defs)];
    }),
    ...(schema.items ? fieldsOf(schema.items, path === '' ? '*' : `${path}.*`, defs) : []),
    ...(schema.anyOf ?? []).flatMap((one) => fieldsOf(one, path, defs)),
  ];
}

/** The values of an answer at a path. */
function valuesAt(body: unknown, path: string): unknown[] {
  return path.split('.').reduce<unknown[]>(
    (found, step) =>
      found.flatMap((one) => {
        if (one === null || one === undefined) return [];
        if (step === '*') return Array.isArray(one) ? (one as unknown[]) : [];
        return [(one as Record<string, unknown>)[step]];
      }),
    [body],
  );
}

/** Names by which amounts that are earnings go. */
const EARNINGS = /^(earn|earned|earnings|earns|commission|owed|due|paidOut|netGoods|goodwill|adjusted|explain)$/;

const isOpenWithoutMoney = ({ access }: AnyEndpoint): boolean =>
  access.kind === 'signed_in' || (access.kind === 'vendor' && access.permission !== 'read_finance');
const open = endpoints.filter(isOpenWithoutMoney).map((endpoint) => ({
  endpoint,
  fields: fieldsOf(
    z.toJSONSchema(endpoint.response, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Schema,
  ),
}));
const marked = open.filter(({ fields }) => fields.some(({ isMarked }) => isMarked));

describe('earnings', () => {
  let world: World;
  let clerk: BuiltUser;
  beforeAll(async () => {
    world = await startWorld();
    const permissions = VENDOR_PERMISSIONS.filter((permission) => permission !== 'read_finance');
    clerk = await buildUser({ vendor: world.mine.vendor, role: 'staff', permissions });
    await sellOrder([{ vendor: world.mine.vendor.name, title: 'Sold mug', price: '20.41' }]);
  });
  afterAll(() => program().stop());

  it('are marked in every answer that somebody gets without the right to see money', () => {
    const unmarked = open.flatMap(({ endpoint, fields }) =>
      fields
        .filter(({ name, isMarked, isAmount }) => EARNINGS.test(name) && isAmount && !isMarked)
        .map(({ path }) => `${endpoint.name}: ${path}`),
    );
    expect(unmarked).toEqual([]);
    expect(marked.map(({ endpoint }) => endpoint.name)).toEqual(expect.arrayContaining(['orders.list', 'orders.get']));
  });

  it.each(marked.map(({ endpoint, fields }) => [endpoint.name, endpoint, fields] as const))(
    'are null in %s without the right to see money, and there with it',
    async (name, endpoint, fields) => {
      const probe = probes.find((one) => one.endpoint === name);
      if (!probe) throw new Error(`${name} has no probe`);
      const request = await probe.request(world.mine);
      const paths = fields.filter(({ isMarked }) => isMarked).map(({ path }) => path);
      const ofOwner = await sendProbe(endpoint, request, ownerOf(endpoint, world.mine));
      expect(paths.flatMap((path) => valuesAt(ofOwner.body, path)).some((value) => value !== null)).toBe(true);
      const ofClerk = await sendProbe(endpoint, request, clerk);
      expect(ofClerk.status, JSON.stringify(ofClerk.body)).toBeLessThan(300);
      const seen = Object.fromEntries(
        paths.map((path) => [path, valuesAt(ofClerk.body, path).filter((value) => value !== null)]),
      );
      expect(seen).toEqual(Object.fromEntries(paths.map((path) => [path, []])));
    },
  );

  it('are no column of the export without the right to see money', async () => {
    const headsOf = async (who: BuiltUser): Promise<string[]> =>
      (await api(who).post('/orders/export')).as<string>().split(/\r?\n/, 1)[0]?.split(',') ?? [];
    const hidden = ['earnings', 'adjusted', 'earned', 'paid_out', 'due'];
    const all = await headsOf(world.mine.member);
    expect(all).toEqual(expect.arrayContaining(hidden));
    expect(await headsOf(clerk)).toEqual(all.filter((name) => !hidden.includes(name)));
  });
});
