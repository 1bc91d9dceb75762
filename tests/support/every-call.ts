import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyEndpoint } from '#app/core/endpoint.ts';
import { buildStaff } from '#tests/factories/people.ts';
import { changedTables, forgetChanges, watchTables } from './database/changed-tables.ts';
import { withForeignId } from '#tests/support/input-paths.ts';
import { malformedVariants } from '#tests/support/malformed.ts';
import {
  endpoints,
  inStillTime,
  ownerOf,
  probes,
  sendProbe,
  settle,
  startWorld,
  unpermittedOf,
  type World,
} from '#tests/support/probe-world.ts';
import type { Probe, ProbeRequest } from '#tests/support/probe.ts';
import { program } from '#tests/support/program.ts';

/** Test files that the calls are dealt out over. `npm test` runs the first, `npm run check` the others. */
const PARTS = 4;

/**
 * Every call answers its owner, refuses everybody else without any effect, and names what is malformed. Each is tried by its
 * probe; nobody writes these cases by hand. `part` counts from 0.
 */
export function describeEveryCall(part: number): void {
  describe('access to every call', () => {
    let world: World;
    beforeAll(async () => {
      world = await startWorld();
      await watchTables();
    });
    afterAll(async () => {
      await program().stop();
    });

    const probed = endpoints.flatMap((endpoint) => {
      const probe = probes.find((one) => one.endpoint === endpoint.name);
      return probe ? [[endpoint.name, endpoint, probe] as const] : [];
    });
    describe.each(probed.filter((_, index) => index % PARTS === part))('%s', (_name, endpoint, probe) => {
      let own: ProbeRequest | undefined;
      it('answers its owner, refuses everybody else without any effect, and answers its owner again', async () => {
        const first = await sendProbe(endpoint, await probe.request(world.mine), ownerOf(endpoint, world.mine));
        expect(isSuccess(first.status), `the owner gets ${first.status}: ${JSON.stringify(first.body)}`).toBe(true);

        const request = await probe.request(world.mine);
        own = request;
        const refusals = [
          ...(await refusedCallers(endpoint, world)),
          ...(await foreignRequests(endpoint, probe, request, world)),
        ];
        await inStillTime(async () => {
          await forgetChanges();
          const seen: Record<string, number> = {};
          for (const one of refusals) {
            const answer = await sendProbe(
              endpoint,
              one.request ?? request,
              one.caller ?? ownerOf(endpoint, world.mine),
            );
            seen[one.what] = answer.status;
            expect(leaksOf(answer.body, one.what, world), `${one.what}: the answer names what it should hide`).toEqual(
              [],
            );
          }
          await settle();
          expect(seen).toEqual(Object.fromEntries(refusals.map((one) => [one.what, one.status])));
          expect(await changedTables(), 'a refused call changed these tables').toEqual([]);
        });

        // What can be done once only was shown to succeed before.
        if (!probe.once) {
          const last = await sendProbe(endpoint, request, ownerOf(endpoint, world.mine));
          expect(isSuccess(last.status), `the owner gets ${last.status} at last: ${JSON.stringify(last.body)}`).toBe(
            true,
          );
        }
      });

      it('answers malformed input with 422 and names the field', async () => {
        // What is malformed is refused before anybody looks at what it is about, so that a request made before does.
        const request = own ?? (await probe.request(world.mine));
        const variants = malformedVariants(endpoint, request).filter(
          ({ field }) => !probe.unreachable?.includes(field),
        );
        for (const { what, field, request: malformed } of variants) {
          const answer = await sendProbe(endpoint, malformed, ownerOf(endpoint, world.mine));
          const { issues = [] } = (answer.body ?? {}) as { issues?: { path: string }[] };
          expect(answer.status, `${what}: ${JSON.stringify(answer.body)}`).toBe(422);
          expect(
            issues.some(({ path }) => isSameField(path, field)),
            `${what}: the answer names ${issues.map((issue) => issue.path).join(', ')}`,
          ).toBe(true);
        }
      });
    });
  });
}

const isSuccess = (status: number) => status >= 200 && status < 300;

/** The field itself, or where a schema joins fields, what holds it or what is in it. */
function isSameField(path: string, field: string): boolean {
  return path === field || field.startsWith(`${path}.`) || path.startsWith(`${field}.`);
}

type Refusal = { what: string; status: number; caller?: Parameters<typeof sendProbe>[2]; request?: ProbeRequest };

async function refusedCallers(endpoint: AnyEndpoint, world: World): Promise<Refusal[]> {
  if (endpoint.access.kind === 'public') return [];
  if (endpoint.access.kind === 'buyer') return refusedBuyers(world.mine);
  return [
    { what: 'nobody', status: 401, caller: { store: world.mine.store.domain } },
    { what: 'a made-up token', status: 401, caller: { bearer: 'made.up.token' } },
    // What concerns nobody but the caller needs no permission.
    ...(endpoint.access.kind === 'signed_in'
      ? []
      : [{ what: 'somebody without the permission', status: 403, caller: await unpermittedOf(endpoint, world.mine) }]),
  ];
}

/** A buyer calls by the token of their account: nobody's session, key or token of the store admin is one. */
async function refusedBuyers({ store, member, admin }: World['mine']): Promise<Refusal[]> {
  const { bearer } = await buildStaff({ store });
  return [
    { what: 'nobody', status: 401, caller: { store: store.domain } },
    { what: 'a made-up token', status: 401, caller: { bearer: 'made.up.token' } },
    { what: 'a member of the vendor', status: 401, caller: member },
    { what: 'an admin', status: 401, caller: admin },
    { what: 'the staff of the store', status: 401, caller: { bearer } },
  ];
}

async function foreignRequests(
  endpoint: AnyEndpoint,
  probe: Probe,
  own: ProbeRequest,
  world: World,
): Promise<Refusal[]> {
  const refusals: Refusal[] = [];
  for (const [whose, side] of [
    ['another vendor', world.otherVendor],
    ['another store', world.otherStore],
  ] as const) {
    // An admin acts for every vendor of the store; nobody acts for another store. Each side has a customer of its own.
    const isApart = endpoint.access.kind === 'vendor' || endpoint.access.kind === 'buyer';
    if (whose === 'another vendor' && !isApart) continue;
    const foreign = await probe.request(side);
    for (const path of probe.ids ?? []) {
      if (whose === 'another vendor' && probe.sharedInStore?.includes(path)) continue;
      const cases = withForeignId(own, foreign, path);
      if (cases.length === 0) throw new Error(`The probe of ${endpoint.name} names ${path}, which its request has not`);
      for (const { how, request } of cases) refusals.push({ what: `${whose}: ${how}`, status: 404, request });
    }
  }
  return refusals;
}

/** Names of foreign vendors in an answer to the owner's own, or to a stranger's, request. */
function leaksOf(body: unknown, what: string, world: World): string[] {
  const text = JSON.stringify(body ?? '');
  const hidden = [
    world.otherStore.vendor.name,
    ...(what.startsWith('another vendor') ? [world.otherVendor.vendor.name] : []),
  ];
  return hidden.filter((name) => text.includes(name));
}
