import type { PayoutState } from '#tests/model/ledger-model.ts';
import { control } from '#tests/factories/payment-providers.ts';
import { renewSession } from '#tests/factories/people.ts';
import { program } from '#tests/support/program.ts';
import { readBooks, restore, workAt, type Entry, type Provider } from './money-model-providers.ts';
import { count, fail, type Asked, type Run } from './money-model-run.ts';
import { select } from './money-model-sums.ts';
import { disturb, drawWeather, PAST_A_LOOK, type Weather, type Weathers } from './money-model-weather.ts';
import { turnSome } from './money-model-turns.ts';

const DAY_MS = 86_400_000;
/** So long PayPal keeps a name from being used again, and looks for who left a payment unclaimed. */
const PAYPAL_DAYS = 30;
/** So long a payout that arrived, and one that nobody claimed, is looked at without any news. */
const PAID_LOOKS_DAYS = 30;
const UNCLAIMED_LOOKS_DAYS = 40;
const ENDED: readonly PayoutState[] = ['failed', 'reversed', 'deleted'];

/** In which what a provider has of a payout is found. */
const HEARD: readonly Weather[] = ['calm', 'never sent', 'short of money', 'not granted'];

const isOut = (run: Run, { id, method }: Asked): boolean =>
  method !== 'manual' && !ENDED.includes(run.model.payouts.get(id)?.state ?? 'failed');
const ageDays = ({ askedAt }: Asked): number => (program().clock.now().getTime() - askedAt.getTime()) / DAY_MS;

/**
 * Things happen at the providers, a day or a month goes by, and the program does what is due, in whatever weather there is
 * between the two. What has become of each payout is read from the providers' own books.
 */
export async function carrySome(run: Run): Promise<void> {
  const { dice, town, providers } = run;
  const out = [...run.asked.values()].filter((asked) => isOut(run, asked));
  if (out.length === 0 || !dice.chance(0.65)) return;
  const told = await turnSome(
    run,
    out.filter(({ sentAt }) => sentAt !== null),
    await readBooks(providers),
  );
  const weathers = drawWeather(run, out);
  if (weathers.isLong) count(run, 'months gone by');
  const ages = new Map(out.map((asked) => [asked.id, ageDays(asked)]));
  program().clock.advance(weathers.isLong ? { days: 31 } : { hours: 25 });
  await renewSession(town.admin);
  await disturb(run, weathers, out);
  const since = program().clock.now();
  await workAt(town);
  // What never gets there is tried until it is certain that it did not.
  for (let times = 0; weathers.stripe === 'never sent' && times < 4; times++) {
    program().clock.advance(PAST_A_LOOK);
    await workAt(town);
  }
  for (const accountId of weathers.rejected)
    await control('POST', `/stripe/accounts/${accountId}`, { status: 'active' });
  if (weathers.rejected.length > 0) await workAt(town);
  await renewSession(town.admin);
  await restore(town, providers, {
    stripe: weathers.stripe.startsWith('key'),
    paypal: weathers.paypal.startsWith('key'),
  });
  await learn(run, { out, told, weathers, ages, since });
}

type Happened = {
  out: Asked[];
  told: ReadonlySet<string>;
  weathers: Weathers;
  ages: ReadonlyMap<string, number>;
  since: Date;
};

/** Takes into the model what the program must have learnt by now, and compares the books of both providers. */
async function learn(run: Run, { out, told, weathers, ages, since }: Happened): Promise<void> {
  const { model, town, providers } = run;
  const books = await readBooks(providers);
  const stateOf = new Map(
    (
      await select<{ id: bigint; state: PayoutState }>(
        'SELECT id, state FROM payouts WHERE store_id = $1',
        town.store.id,
      )
    ).map(({ id, state }) => [String(id), state]),
  );
  const differences: string[] = [];
  const turned: string[] = [];
  for (const asked of out) {
    const payout = model.payouts.get(asked.id)!;
    const before = payout.state;
    const entries = books.get(asked.id) ?? [];
    const [entry] = entries;
    const amount = [...payout.amounts.values()].reduce((sum, part) => sum + part, 0n);
    const weather = weathers[asked.method as Provider];
    const isTold = told.has(asked.id);
    const possible = foresee(asked, before, entry, { weathers, isTold, age: ages.get(asked.id) ?? 0 });
    const is = stateOf.get(asked.id) ?? 'failed';
    const [after = before] = possible.includes(is) ? [is] : possible;
    const what = `payout ${asked.id} of ${asked.vendor} by ${asked.method}`;
    if (entries.length > 1 || (entry && entry.amount !== amount))
      differences.push(`${what} of ${amount} is there as ${entries.map((one) => one.amount).join(' and ')}`);
    const isSpoiled = weathers.rejected.includes(providers.accountOf.get(asked.vendor) ?? '');
    if (weather === 'calm' && asked.sentAt === null && !entry && !isSpoiled) differences.push(`${what} was not sent`);
    if (!possible.includes(is))
      differences.push(`${what} is ${is}, which was ${before} and must be ${possible.join(' or ')}`);
    if (after !== before) {
      model.turn(asked.id, after);
      turned.push(asked.id);
      count(run, `${asked.method}: ${before} to ${after}`);
    }
    for (const order of payout.amounts.keys())
      run.lives.get(order)?.log.push(`payout ${asked.id}, ${weather}${isTold ? ', told' : ''}: ${before} to ${after}`);
    asked.sentAt ??= since;
    asked.isFound ||= entry !== undefined && HEARD.includes(weather);
    asked.isUntold = entry !== undefined && entry.word !== 'pending' && after !== entry.word && !ENDED.includes(after);
  }
  fail(run, 'carried', [...differences, ...(await compareReopened(run, turned, since))]);
}

type Occasion = { weathers: Weathers; isTold: boolean; age: number };

/** How a payout may stand now, by what its provider says and whether that could be heard. */
function foresee(asked: Asked, state: PayoutState, entry: Entry | undefined, o: Occasion): PayoutState[] {
  const isUnsent = asked.sentAt === null;
  const said: PayoutState = !entry ? 'failed' : entry.word === 'pending' ? state : entry.word;
  switch (o.weathers[asked.method as Provider]) {
    case 'answers lost':
    case 'out of reach':
      return [isUnsent ? 'unknown' : state];
    case 'busy':
      return [state];
    case 'key expired':
    case 'key removed':
      return [isUnsent ? 'failed' : state];
    case 'not granted':
      if (!entry) return [isUnsent ? 'failed' : state];
      break;
    default:
      break;
  }
  if (state === 'processing' || state === 'unknown') return isForgotten(asked, state) ? [state] : [said];
  const isLookedAt =
    state === 'unclaimed' ? o.age < UNCLAIMED_LOOKS_DAYS : o.weathers.isLong && o.age < PAID_LOOKS_DAYS;
  if (o.isTold || isLookedAt) return [said];
  return asked.isUntold ? [state, said] : [state];
}

/** A batch whose answer was lost so long ago that PayPal would take its name for a new one: it is never handed in again. */
function isForgotten({ method, sentAt, isFound }: Asked, state: PayoutState): boolean {
  const now = program().clock.now().getTime();
  return (
    method === 'paypal' &&
    !isFound &&
    state === 'unknown' &&
    sentAt !== null &&
    now - sentAt.getTime() > PAYPAL_DAYS * DAY_MS
  );
}

/** What came back is posted once, when it was learnt, and never back-dated (M63). */
async function compareReopened(run: Run, turned: readonly string[], since: Date): Promise<string[]> {
  const rows = await select<{ id: bigint; at: Date }>(
    `SELECT payout_id AS id, occurred_at AS at FROM ledger_transactions WHERE store_id = $1 AND kind = 'payout_reopened'`,
    run.town.store.id,
  );
  return turned
    .filter((id) => ENDED.includes(run.model.payouts.get(id)!.state))
    .flatMap((id) => {
      const own = rows.filter((row) => String(row.id) === id);
      const isRight = own.length === 1 && own.every(({ at }) => at >= since);
      return isRight ? [] : [`payout ${id} came back at ${own.map(({ at }) => at.toISOString()).join(' and ')}`];
    });
}
