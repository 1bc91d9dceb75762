import { DAY_MS } from '#app/core/durations.ts';
import type { PayoutState } from '#tests/model/ledger-model.ts';
import { control } from '#tests/factories/payouts/payment-providers.ts';
import { renewSession } from '#tests/factories/people.ts';
import { program } from '#tests/support/program.ts';
import { readBooks, restore, workAt, type Entry, type Provider } from './money-model-providers.ts';
import { count, fail, type RequestedPayout, type Run } from './money-model-run.ts';
import { select } from './money-model-sums.ts';
import { disturb, drawFault, PAST_A_LOOK, type ProviderFault, type ProviderFaults } from './money-model-faults.ts';
import { advanceSome } from './money-model-provider-events.ts';

/** So long PayPal keeps a name from being used again, and looks for who left a payment unclaimed. */
const PAYPAL_DAYS = 30;
/** So long a payout that arrived, and one that nobody claimed, is looked at without any news. */
const PAID_LOOKS_DAYS = 30;
const UNCLAIMED_LOOKS_DAYS = 180;
const ENDED: readonly PayoutState[] = ['failed', 'reversed', 'deleted'];

/** In which what a provider has of a payout is found. */
const REPORTED: readonly ProviderFault[] = ['calm', 'never sent', 'short of money', 'not granted'];

const isOut = (run: Run, { id, method }: RequestedPayout): boolean =>
  method !== 'manual' && !ENDED.includes(run.model.payouts.get(id)?.state ?? 'failed');
const ageDays = ({ askedAt }: RequestedPayout): number =>
  (program().clock.now().getTime() - askedAt.getTime()) / DAY_MS;

/**
 * Things happen at the providers, a day or a month goes by, and the program does what is due, in whatever weather there is
 * between the two. What has become of each payout is read from the providers' own books.
 */
export async function carrySome(run: Run): Promise<void> {
  const { dice, world, providers } = run;
  const out = [...run.payouts.values()].filter((payout) => isOut(run, payout));
  if (out.length === 0 || !dice.chance(0.65)) return;
  const reported = await advanceSome(
    run,
    out.filter(({ sentAt }) => sentAt !== null),
    await readBooks(providers),
  );
  const faults = drawFault(run, out);
  if (faults.isLong) count(run, 'months gone by');
  const ages = new Map(out.map((payout) => [payout.id, ageDays(payout)]));
  program().clock.advance(faults.isLong ? { days: 31 } : { hours: 25 });
  await renewSession(world.admin);
  await disturb(run, faults, out);
  const since = program().clock.now();
  await workAt(world);
  // What never gets there is tried until it is certain that it did not.
  for (let times = 0; faults.stripe === 'never sent' && times < 4; times++) {
    program().clock.advance(PAST_A_LOOK);
    await workAt(world);
  }
  for (const accountId of faults.rejected) await control('POST', `/stripe/accounts/${accountId}`, { status: 'active' });
  if (faults.rejected.length > 0) await workAt(world);
  await renewSession(world.admin);
  await restore(world, providers, {
    stripe: faults.stripe.startsWith('key'),
    paypal: faults.paypal.startsWith('key'),
  });
  await recordOutcomes(run, { out, reported, faults, ages, since });
}

type Happened = {
  out: RequestedPayout[];
  reported: ReadonlySet<string>;
  faults: ProviderFaults;
  ages: ReadonlyMap<string, number>;
  since: Date;
};

/** Takes into the model what the program must have learnt by now, and compares the books of both providers. */
async function recordOutcomes(run: Run, { out, reported, faults, ages, since }: Happened): Promise<void> {
  const { model, providers } = run;
  const books = await readBooks(providers);
  const stateOf = await readStates(run);
  const differences: string[] = [];
  const turned: string[] = [];
  const parts: string[] = [];
  for (const requested of out) {
    const payout = model.payouts.get(requested.id)!;
    const before = payout.state;
    const entries = books.get(requested.id) ?? [];
    const [entry] = entries;
    const amount = [...payout.amounts.values()].reduce((sum, part) => sum + part, 0n);
    const fault = faults[requested.method as Provider];
    const isReported = reported.has(requested.id);
    const possible = foresee(requested, before, entry, {
      faults,
      isTold: isReported,
      age: ages.get(requested.id) ?? 0,
    });
    const { state: is, back: isBack, oldest } = stateOf.get(requested.id) ?? { state: 'failed', back: 0n, oldest: [] };
    const [after = before] = possible.includes(is) ? [is] : possible;
    const what = `payout ${requested.id} of ${requested.vendor} by ${requested.method}`;
    if (entries.length > 1 || (entry && entry.amount !== amount))
      differences.push(`${what} of ${amount} is there as ${entries.map((one) => one.amount).join(' and ')}`);
    const isSpoiled = faults.rejected.includes(providers.accountOf.get(requested.vendor) ?? '');
    if (fault === 'calm' && requested.sentAt === null && !entry && !isSpoiled) differences.push(`${what} was not sent`);
    if (!possible.includes(is))
      differences.push(`${what} is ${is}, which was ${before} and must be ${possible.join(' or ')}`);
    if (after !== before) {
      model.turn(requested.id, after);
      turned.push(requested.id);
      count(run, `${requested.method}: ${before} to ${after}`);
    }
    const occasion = { faults, isTold: isReported, age: ages.get(requested.id) ?? 0, before };
    const back =
      after === 'paid' ? recordReturned(run, requested, entry, { ...occasion, isBack, oldest, differences }) : null;
    if (back !== null && back.isNew) parts.push(`${requested.id}:payout_reopened:${back.known}`);
    for (const order of payout.amounts.keys())
      run.scenarios
        .get(order)
        ?.log.push(`payout ${requested.id}, ${fault}${isReported ? ', told' : ''}: ${before} to ${after}`);
    requested.sentAt ??= since;
    requested.isFound ||= entry !== undefined && REPORTED.includes(fault);
    requested.isUntold =
      entry !== undefined && entry.word !== 'pending' && after !== entry.word && !ENDED.includes(after);
    requested.isUntold ||= back !== null && back.known !== back.there;
  }
  fail(run, 'carried', [...differences, ...(await compareReopened(run, turned, parts, since))]);
}

/** `oldest`: its orders, the oldest first. */
type PayoutBalance = { state: PayoutState; back: bigint; oldest: string[] };

/** How the program says that payouts stand, and what of them came back in parts. */
async function readStates({ world }: Run): Promise<Map<string, PayoutBalance>> {
  const rows = await select<PayoutBalance & { id: bigint }>(
    `SELECT p.id, p.state, p.reversed_minor AS back, array_agg(o.order_id::text ORDER BY o.ordered_at, o.id) AS oldest FROM payouts p
     JOIN payout_lines l ON l.payout_id = p.id JOIN vendor_orders o ON o.id = l.vendor_order_id WHERE p.store_id = $1 GROUP BY p.id`,
    world.store.id,
  );
  return new Map(rows.map(({ id, ...standing }) => [String(id), standing]));
}

const DEAF: readonly ProviderFault[] = ['answers lost', 'out of reach', 'busy', 'key expired', 'key removed'];

/** Takes into the model what of a paid payout the program must have learnt to have come back; what is there, and what is known. */
function recordReturned(
  run: Run,
  payout: RequestedPayout,
  entry: Entry | undefined,
  o: Occasion & { before: PayoutState; isBack: bigint; oldest: string[]; differences: string[] },
): { there: bigint; known: bigint; isNew: boolean } | null {
  if (!entry) return null;
  const { back } = run.model.payouts.get(payout.id)!;
  const had = [...back.values()].reduce((sum, part) => sum + part, 0n);
  const there = entry.amount - BigInt(entry.left);
  const isLookedAt = o.before !== 'paid' || o.isTold || (o.faults.isLong && o.age < PAID_LOOKS_DAYS);
  const fault = o.faults[payout.method as Provider];
  const isDeaf =
    o.before === 'paid' && DEAF.includes(fault) && !(payout.method === 'stripe' && fault === 'answers lost');
  const possible = isDeaf ? [had] : isLookedAt ? [there] : payout.isUntold ? [had, there] : [had];
  if (!possible.includes(o.isBack))
    o.differences.push(`of payout ${payout.id} ${o.isBack} came back, which must be ${possible.join(' or ')}`);
  const [known = had] = possible.includes(o.isBack) ? [o.isBack] : possible;
  if (known === had) return { there, known, isNew: false };
  run.model.takeBack(payout.id, known, o.oldest);
  count(run, `${payout.method}: came back in part`);
  return { there, known, isNew: true };
}

type Occasion = { faults: ProviderFaults; isTold: boolean; age: number };

/** How a payout may stand now, by what its provider says and whether that could be heard. */
function foresee(payout: RequestedPayout, state: PayoutState, entry: Entry | undefined, o: Occasion): PayoutState[] {
  const isUnsent = payout.sentAt === null;
  const isToHandIn = isUnsent || isRefusedByPace(payout, state);
  const said: PayoutState = !entry ? 'failed' : entry.word === 'pending' ? state : entry.word;
  switch (o.faults[payout.method as Provider]) {
    case 'answers lost':
      if (payout.method === 'stripe') {
        if (isUnsent) return ['unknown', said];
        break;
      }
      return [isToHandIn ? 'unknown' : state];
    case 'out of reach':
      // Stripe is asked first what it has of a payout, and nothing is sent where it does not say.
      return [isToHandIn && payout.method === 'paypal' ? 'unknown' : state];
    case 'busy':
      return [state];
    case 'key expired':
    case 'key removed':
      return [isUnsent ? 'failed' : state];
    case 'not granted':
      if (!entry) return [isToHandIn ? 'failed' : state];
      break;
    default:
      break;
  }
  if (state === 'processing' || state === 'unknown')
    // PayPal tells what its batch is called, so that one that is forgotten is found by news of any of its items.
    return isForgotten(payout) ? [state, said] : [said];
  const isLookedAt = state === 'unclaimed' ? o.age < UNCLAIMED_LOOKS_DAYS : o.faults.isLong && o.age < PAID_LOOKS_DAYS;
  if (o.isTold || isLookedAt) return [said];
  return payout.isUntold ? [state, said] : [state];
}

/** A batch that PayPal did not take because too much was asked at once: certainly not sent, it is handed in again. */
const isRefusedByPace = ({ method, isFound }: RequestedPayout, state: PayoutState): boolean =>
  method === 'paypal' && state === 'processing' && !isFound;

/** A batch tried first so long ago that PayPal would take its name for a new one: it is never handed in again, and found by news alone. */
function isForgotten({ method, sentAt, isFound }: RequestedPayout): boolean {
  const now = program().clock.now().getTime();
  return method === 'paypal' && !isFound && sentAt !== null && now - sentAt.getTime() > PAYPAL_DAYS * DAY_MS;
}

/** What came back is posted once, when it was ingested, and never back-dated (M63). */
async function compareReopened(
  run: Run,
  turned: readonly string[],
  parts: readonly string[],
  since: Date,
): Promise<string[]> {
  const rows = await select<{ reference: string; at: Date }>(
    `SELECT reference, occurred_at AS at FROM ledger_transactions WHERE store_id = $1 AND kind = 'payout_reopened'`,
    run.world.store.id,
  );
  const ended = turned.filter((id) => ENDED.includes(run.model.payouts.get(id)!.state));
  return [...ended.map((id) => `${id}:payout_reopened`), ...parts].flatMap((name) => {
    const own = rows.filter(({ reference }) => reference === `payout:${name}`);
    const isRight = own.length === 1 && own.every(({ at }) => at >= since);
    return isRight ? [] : [`payout ${name} came back at ${own.map(({ at }) => at.toISOString()).join(' and ')}`];
  });
}
