import { MINUTE_MS } from '#app/core/durations.ts';
import { implementations } from '#app/main/tables.server.ts';
import type { AnyEndpoint } from '#app/core/endpoint.ts';
import { VENDOR_PERMISSIONS } from '#app/core/viewer.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { signInBuyer } from '#tests/factories/buyers.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildVendor, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import type { Answer, Caller } from './api.ts';
import { api, program, startProgram } from './program.ts';
import { customerOf } from './probe-customers.ts';
import type { Probe, ProbeRequest, Side } from './probe.ts';

const modules = import.meta.glob<{ probes: readonly Probe[] }>('../api/probes/**/*.ts', { eager: true });

const HALF_HOUR_MS = 30 * MINUTE_MS;

/** Every probe of every feature. */
export const probes: readonly Probe[] = Object.values(modules).flatMap((module) => module.probes);

/** Every call of the program, by its name. */
export const endpoints: readonly AnyEndpoint[] = implementations.map((one) => one.endpoint);

export type World = { mine: Side; otherVendor: Side; otherStore: Side };

/** Two installed stores of the sandbox: in the first, two vendors; in the other, one. Names are long and unlike, to be found in answers. */
export async function startWorld(): Promise<World> {
  await startProgram({ sandbox: true });
  const [store, other] = [await installDemoStore('demo.myshopify.com'), await installDemoStore('other.myshopify.com')];
  // Searches begin at every full and half hour by themselves: the next one lies behind what a world is looked at for.
  const { clock } = program();
  clock.set(new Date(Math.ceil(clock.now().getTime() / HALF_HOUR_MS) * HALF_HOUR_MS + MINUTE_MS));
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
  if (endpoint.access.kind === 'buyer') return signInBuyer(side.store, customerOf(side));
  return { store: side.store.domain };
}

const unpermitted = new WeakMap<BuiltVendor, Map<string, Promise<BuiltUser>>>();

/**
 * Somebody who is signed in and lacks exactly the permission that the call wants. A vendor has one for each permission: whoever
 * manages it is mailed what happens to it, and many of them would keep the mails busy for longer than the calls.
 */
export function unpermittedOf(endpoint: AnyEndpoint, { vendor, member }: Side): Promise<Caller> {
  const { access } = endpoint;
  if (access.kind !== 'vendor') return Promise.resolve(member);
  const known = unpermitted.get(vendor) ?? new Map<string, Promise<BuiltUser>>();
  unpermitted.set(vendor, known);
  const permissions = VENDOR_PERMISSIONS.filter((permission) => permission !== access.permission);
  const found = known.get(access.permission) ?? buildUser({ vendor, permissions });
  known.set(access.permission, found);
  return found;
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

/**
 * Waits until neither the platform nor the program has work left: what the program did may be an event of the platform, which is
 * work for the program again. It must be so twice with a while between, for what nobody counts.
 */
export async function settle(): Promise<void> {
  for (let calm = 0, known = -1; calm < 2;) {
    await program().sandbox?.control('POST', '/drain', { app: false });
    await program().drain();
    const sent = countSent();
    calm = sent === known ? calm + 1 : 0;
    known = sent;
    if (calm < 2) await new Promise((resolve) => setTimeout(resolve, CALM_MS));
  }
}

/** The time between two looks whether all is calm. */
const CALM_MS = 10;

/**
 * Runs `work` when all is calm and while time stands still: no job whose time comes meanwhile changes what it compares. Jobs that
 * `work` itself causes run.
 */
export async function inStillTime(work: () => Promise<void>): Promise<void> {
  for (let isDone = false; !isDone;) {
    await settle();
    isDone = await program().clock.hold(async () => {
      // A job may have come due since the look; it runs before time stands still once more.
      if (!(await program().isDrained())) return false;
      await work();
      return true;
    });
  }
}

/** How many times the platform and the providers have sent an event. */
function countSent(): number {
  const { webhooks, providerWebhooks } = program().sandbox?.sandbox ?? {};
  return [...(webhooks?.list() ?? []), ...(providerWebhooks?.list() ?? [])].reduce(
    (sum, { attempts }) => sum + attempts.length,
    0,
  );
}
