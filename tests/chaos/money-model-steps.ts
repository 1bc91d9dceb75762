import { renewSession } from '#tests/factories/people.ts';
import type { Told } from '#sandbox/testing-shop.ts';
import { ADMIN_ACTS } from './money-model-acts.ts';
import { compareBooks, compareExplanation } from './money-model-check.ts';
import { letAnything, placeAny } from './money-model-lives.ts';
import { count, fail, type Run } from './money-model-run.ts';
import { changeTerms, deliver, isReadAgain, read } from './money-model-world.ts';
import { describeOrder, orderIdOf, readWith, tellWith } from './money-model-view.ts';

/** Lets one thing happen to every order, tells the program, lets admins act; after each everything is compared. */
export async function takeStep(run: Run, step: number): Promise<void> {
  const { platform, town, dice, model } = run;
  platform.wait(60);
  await renewSession(town.admin);
  if (step === 0 || dice.chance(0.5)) await changeTerms(town, dice);
  if (step === 0) {
    for (let index = 0; index < run.plan.sequences; index++) {
      const life = placeAny(platform, dice, Math.floor(index / 4));
      run.lives.set(String(life.order.id), life);
    }
  } else {
    for (const life of run.lives.values()) {
      // What is refused is tried again, as something else.
      for (let tries = 0; tries < 4; tries++) {
        const happened = letAnything(platform, life, dice);
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
    fail(run, `step ${step}, page`, await compareExplanation(town, model, id));
    count(run, 'pages');
  }
}

/** Delivers what was told, all orders mixed; some of it is lost for good, and later versions make up for it. */
async function tellProgram(run: Run): Promise<void> {
  const { platform, town, dice, lives } = run;
  const { distort } = run.plan;
  const told = new Map<string, Told[]>();
  for (const one of platform.told.splice(0).filter(({ topic }) => OF_ORDERS.test(topic))) {
    told.set(orderIdOf(one), [...(told.get(orderIdOf(one)) ?? []), one]);
  }
  const deliveries: Told[] = [];
  const readings: object[] = [];
  for (const [id, list] of told) {
    const life = lives.get(id);
    if (!life) continue;
    if (dice.chance(0.08)) {
      life.log.push('(never told)');
      count(run, 'never told');
      continue;
    }
    const own = list.map((one) => tellWith(life, one));
    deliveries.push(...own.map((one) => distort?.(one) ?? one));
    const newest = own.findLast(({ topic }) => topic.startsWith('orders/') && topic !== 'orders/edited');
    if (newest && own.some(isReadAgain)) readings.push(readWith(life, newest.payload));
    run.said.set(id, describeOrder(life, platform));
    run.model.say(id, describeOrder(life, platform), town.terms);
  }
  const shuffled = deliveries.map((told) => ({ told, at: dice.below(1e6) })).sort((one, other) => one.at - other.at);
  const arrived = shuffled.map((one) => one.told);
  await deliver(town, arrived, run.plan.batch);
  await read(town, readings);
}

const OF_ORDERS = /^(orders|refunds)\//;

async function expectEqual(run: Run, when: string): Promise<void> {
  fail(run, when, await compareBooks(run.town, run.model, [...run.said.keys()]));
}
