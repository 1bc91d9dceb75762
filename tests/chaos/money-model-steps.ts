import { renewSession } from '#tests/factories/people.ts';
import type { SentEvent } from '#sandbox/testing-shop.ts';
import { ADMIN_ACTS } from './money-model-acts.ts';
import { compareBooks, compareExplanation } from './money-model-check.ts';
import { letAnything, placeAny } from './money-model-scenarios.ts';
import { count, fail, type Run } from './money-model-run.ts';
import { changeTerms, deliver, isReadAgain, read } from './money-model-world.ts';
import { describeOrder, orderIdOf, readWith, tellWith } from './money-model-view.ts';

/** Lets one thing happen to every order, tells the program, lets admins act; after each everything is compared. */
export async function takeStep(run: Run, step: number): Promise<void> {
  const { platform, world, dice, model } = run;
  platform.wait(60);
  await renewSession(world.admin);
  if (step === 0 || dice.chance(0.5)) await changeTerms(world, dice);
  if (step === 0) {
    for (let index = 0; index < run.plan.sequences; index++) {
      const scenario = placeAny(platform, dice, Math.floor(index / 4));
      run.scenarios.set(String(scenario.order.id), scenario);
    }
  } else {
    for (const scenario of run.scenarios.values()) {
      // What is refused is tried again, as something else.
      for (let tries = 0; tries < 4; tries++) {
        const happened = letAnything(platform, scenario, dice);
        if (happened) count(run, happened);
        if (happened) break;
      }
    }
  }
  await tellProgram(run);
  await expectEqual(run, `step ${step}, told`);
  for (const act of Object.values(ADMIN_ACTS)) await act(run);
  await expectEqual(run, `step ${step}, acted`);
  const known = [...run.said.keys()];
  for (let pages = 0; pages < 3 && known.length > 0; pages++) {
    const id = dice.pick(known);
    fail(run, `step ${step}, page`, await compareExplanation(world, model, id));
    count(run, 'pages');
  }
}

/** Delivers what was told, all orders mixed; some of it is lost for good, and later versions make up for it. */
async function tellProgram(run: Run): Promise<void> {
  const { platform, world, dice, scenarios } = run;
  const { distort } = run.plan;
  const sent = new Map<string, SentEvent[]>();
  for (const one of platform.sent.splice(0).filter(({ topic }) => OF_ORDERS.test(topic))) {
    sent.set(orderIdOf(one), [...(sent.get(orderIdOf(one)) ?? []), one]);
  }
  const deliveries: SentEvent[] = [];
  const readings: object[] = [];
  for (const [id, list] of sent) {
    const scenario = scenarios.get(id);
    if (!scenario) continue;
    if (dice.chance(0.08)) {
      scenario.log.push('(never told)');
      count(run, 'never told');
      continue;
    }
    const own = list.map((one) => tellWith(scenario, one));
    deliveries.push(...own.map((one) => distort?.(one) ?? one));
    const newest = own.findLast(({ topic }) => topic.startsWith('orders/') && topic !== 'orders/edited');
    if (newest && own.some(isReadAgain)) readings.push(readWith(scenario, newest.payload));
    run.said.set(id, describeOrder(scenario, platform));
    run.model.say(id, describeOrder(scenario, platform), world.terms);
  }
  const shuffled = deliveries.map((sent) => ({ sent, at: dice.below(1e6) })).sort((one, other) => one.at - other.at);
  const arrived = shuffled.map((one) => one.sent);
  await deliver(world, arrived, run.plan.batch);
  await read(world, readings);
}

const OF_ORDERS = /^(orders|refunds)\//;

async function expectEqual(run: Run, when: string): Promise<void> {
  fail(run, when, await compareBooks(run.world, run.model, [...run.said.keys()]));
}
