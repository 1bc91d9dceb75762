import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildAdmin, buildUser } from '#tests/factories/people.ts';
import type { AnyEndpoint } from '#app/core/endpoint.ts';
import {
  buildFreshSide,
  endpoints,
  ownerOf,
  probes,
  sendProbe,
  startWorld,
  type World,
} from '#tests/support/probe-world.ts';
import type { Caller } from '#tests/support/api.ts';
import type { Side } from '#tests/support/probe.ts';
import { chanceOf, randomInputs } from '#tests/support/random-inputs.ts';
import { isProof, noteCount, scaled, SEED } from '#tests/support/scale.ts';
import { program } from '#tests/support/program.ts';

const INPUTS = scaled(1_000);
/** After so many inputs the request that succeeds is made anew: the one before may have done its work. */
/** Inputs that are made to see how many of them pass. */
const SAMPLE = 300;
const FRESH_EVERY = 25;

/**
 * Every call takes random inputs, made from its contract: what comes back is an answer or a refusal, never an accident. The
 * calls are dealt out over test files, which run beside one another: `part` of `parts`, from 0.
 */
export function describeRandomInputs(part: number, parts: number): void {
  describe('random inputs', () => {
    const dealt = probes.filter((_, at) => at % parts === part);
    let world: World;
    let sides = 0;
    beforeAll(async () => {
      world = await startWorld();
    });
    afterAll(async () => {
      await program().stop();
    });

    it.each(dealt.map((probe) => [probe.endpoint, probe] as const))(
      '%s answers each without a fault',
      async (name, probe) => {
        const endpoint = endpoints.find((one) => one.name === name)!;
        const next = randomInputs(endpoint, chanceOf(SEED, name));
        // Of a thousand inputs one may take a right from the people of its vendor: then each call has a vendor of its own.
        const mine = isProof ? await buildFreshSide(world.mine.store, ++sides) : world.mine;
        let known = await probe.request(mine);
        // Settings that an input leaves would bind the calls that come after.
        const settings = await program().owner.storeSetting.findMany();
        let caller: Caller = ownerOf(endpoint, mine);
        const faults: string[] = [];
        for (let at = 0; at < INPUTS; at++) {
          if (at % FRESH_EVERY === FRESH_EVERY - 1) known = await probe.request(mine);
          const { request } = next(known);
          const answer = await sendProbe(endpoint, request, caller);
          if (/"message":"Invalid input|expected \w+, received/.test(JSON.stringify(answer.body)))
            faults.push(`the schema library's own words to ${JSON.stringify(request).slice(0, 500)}`);
          if (answer.status >= 500) faults.push(`${answer.status} to ${JSON.stringify(request).slice(0, 500)}`);
          // An input may have signed its caller out, or taken away what it may do.
          if (answer.status === 401 || answer.status === 403) caller = await anotherOwner(endpoint, mine);
        }
        await program().owner.storeSetting.deleteMany();
        await program().owner.storeSetting.createMany({
          data: settings.map((setting) => ({ ...setting, value: setting.value ?? {} })),
        });
        // A store that an input holds would keep what is due from being done.
        await program().owner.store.updateMany({ data: { onHoldSince: null, onHoldReason: null } });
        await dismissOthers(world);
        noteCount('inputs', INPUTS);
        expect(faults).toEqual([]);
        // How many inputs are good is a matter of the generator: it is asked for many, of which nothing is sent.
        const sample = randomInputs(endpoint, chanceOf(SEED, `${name} sample`));
        const passed = Array.from({ length: SAMPLE }, () => sample(known)).filter(({ passes }) => passes).length;
        noteCount('inputs that pass the schema, of each hundred', Math.round((passed / SAMPLE) * 100));
        expect(passed / SAMPLE, 'of the inputs pass the schema').toBeGreaterThanOrEqual(0.3);
      },
    );

    it('leave a program that is well and nothing that can never be handled', async () => {
      // In a proof the calls leave more behind than a test waits for.
      await program().drain(isProof ? 600_000 : undefined);
      const letters = await program().owner.webhookDelivery.count({
        where: { state: 'dead', topic: { not: 'test/dead' } },
      });
      expect(letters).toBe(0);
    });
  });
}

/** Whoever was made for a call gets no mails of the calls after it: what goes to all admins would go to hundreds. */
async function dismissOthers({ mine, otherVendor, otherStore }: World): Promise<void> {
  const staying = [mine, otherVendor, otherStore].flatMap(({ member, admin }) => [member.id, admin.id]);
  await program().owner.user.updateMany({
    where: { id: { notIn: staying }, disabledAt: null },
    data: { disabledAt: program().clock.now() },
  });
}

function anotherOwner(endpoint: AnyEndpoint, mine: Side): Promise<Caller> | Caller {
  if (endpoint.access.kind === 'public' || endpoint.access.kind === 'buyer') return ownerOf(endpoint, mine);
  return endpoint.access.kind === 'admin' ? buildAdmin({ store: mine.store }) : buildUser({ vendor: mine.vendor });
}
