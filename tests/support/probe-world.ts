import { implementations } from '#app/main/tables.server.ts';
import type { AnyEndpoint } from '#app/core/endpoint.ts';
import { VENDOR_PERMISSIONS } from '#app/core/viewer.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildAdmin, buildUser } from '#tests/factories/people.ts';
import { buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import type { Answer, Caller } from './api.ts';
import { api, program, startProgram } from './program.ts';
import type { Probe, ProbeRequest, Side } from './probe.ts';

const modules = import.meta.glob<{ probes: readonly Probe[] }>('../api/probes/*.ts', { eager: true });

/** Every probe of every feature. */
export const probes: readonly Probe[] = Object.values(modules).flatMap((module) => module.probes);

/** Every call of the program, by its name. */
export const endpoints: readonly AnyEndpoint[] = implementations.map((one) => one.endpoint);

export type World = { mine: Side; otherVendor: Side; otherStore: Side };

/** Two installed stores of the sandbox: in the first, two vendors; in the other, one. Names are long and unlike, to be found in answers. */
export async function startWorld(): Promise<World> {
  await startProgram({ sandbox: true });
  const [store, other] = [await installDemoStore('demo.myshopify.com'), await installDemoStore('other.myshopify.com')];
  return {
    mine: await buildSide(store, 'Own Quillmark Studio'),
    otherVendor: await buildSide(store, 'Foreign Brasswick Works'),
    otherStore: await buildSide(other, 'Distant Pellgrove House'),
  };
}

/** Another vendor of a store with people of its own, for who must not meet what others did to theirs. */
export function buildFreshSide(store: BuiltStore, number: number): Promise<Side> {
  return buildSide(store, `Fresh Tallowmere Works ${number}`);
}

async function buildSide(store: BuiltStore, name: string): Promise<Side> {
  const vendor = await buildVendor({ store, name, handle: name.toLowerCase().replaceAll(' ', '-') });
  return { store, vendor, member: await buildUser({ vendor }), admin: await buildAdmin({ store }) };
}

/** Who may make a call in a world's own store. */
export function ownerOf(endpoint: AnyEndpoint, side: Side): Caller {
  if (endpoint.access.kind === 'admin') return side.admin;
  if (endpoint.access.kind === 'vendor' || endpoint.access.kind === 'signed_in') return side.member;
  return { store: side.store.domain };
}

/** Somebody who is signed in and lacks exactly the permission that the call wants. */
export function unpermittedOf(endpoint: AnyEndpoint, side: Side): Promise<Caller> {
  const { access } = endpoint;
  if (access.kind !== 'vendor') return Promise.resolve(side.member);
  const permissions = VENDOR_PERMISSIONS.filter((permission) => permission !== access.permission);
  return buildUser({ vendor: side.vendor, permissions });
}

/** Sends a probe's request as somebody. Limits of rate are cleared: they have tests of their own. */
export async function sendProbe(endpoint: AnyEndpoint, request: ProbeRequest, caller: Caller): Promise<Answer> {
  await program().owner.rateBucket.deleteMany();
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(request.params?.[name] ?? `missing-${name}`),
  );
  const options = {
    ...(request.query ? { query: request.query } : {}),
    ...(request.headers ? { headers: request.headers } : {}),
  };
  const body = endpoint.body ? (request.body ?? {}) : undefined;
  return api(caller).send(endpoint.method, path, body, options);
}

/** Waits until neither the platform nor the program has work left. */
export async function settle(): Promise<void> {
  await program().sandbox?.control('POST', '/drain', {});
  await program().drain();
}

const UNCOUNTED = ['rate_buckets', '_prisma_migrations'];
/** What counts of a row. Work that has failed once is tried again whenever its pause is over, whatever calls do meanwhile. */
const COUNTED: Readonly<Record<string, string>> = {
  due_work: `(t.id, t.store_id, t.kind, t.key, t.payload, CASE WHEN t.attempts = 0 THEN (t.due_at, t.done_at) END)`,
};

/** One hash for each business table, over all its rows. */
export async function hashTables(): Promise<Record<string, string>> {
  const { owner } = program();
  const tables = await owner.$queryRaw<{ name: string }[]>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename`;
  const queries = tables
    .filter(({ name }) => !UNCOUNTED.includes(name))
    .map(
      ({ name }) =>
        `SELECT '${name}' AS name, (SELECT md5(string_agg(row, E'\\n' ORDER BY row)) FROM (SELECT ${COUNTED[name] ?? 't'}::text AS row FROM "${name}" t) rows) AS hash`,
    );
  const hashes = await owner.$queryRawUnsafe<{ name: string; hash: string | null }[]>(queries.join(' UNION ALL '));
  return Object.fromEntries(hashes.map(({ name, hash }) => [name, hash ?? 'empty']));
}
