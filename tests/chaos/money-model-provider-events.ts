import { control } from '#tests/factories/payouts/payment-providers.ts';
import { program } from '#tests/support/program.ts';
import type { Dice } from './money-model-scenarios.ts';
import type { Entry, Word } from './money-model-providers.ts';
import { count, type RequestedPayout, type Run } from './money-model-run.ts';

/** What can become of an item at PayPal, by how it stands there; what is named often is likely. */
const TURNS: Readonly<Record<Word, readonly string[]>> = {
  pending: ['SUCCESS', 'SUCCESS', 'SUCCESS', 'UNCLAIMED', 'FAILED', 'BLOCKED', 'RETURNED', 'DENIED'],
  unclaimed: ['SUCCESS', 'RETURNED'],
  paid: ['RETURNED', 'REFUNDED', 'REVERSED', 'FAILED', 'BLOCKED'],
  failed: [],
  reversed: [],
};
const LIKELY: Readonly<Record<Word, number>> = { pending: 0.6, unclaimed: 0.4, paid: 0.2, failed: 0, reversed: 0 };
const NEWS = ['told', 'told', 'told twice', 'never told'] as const;

/**
 * Lets something happen at the providers to some payouts that they know. It is told once, twice or never. Answers those of which
 * the program was told; what a person does not have to be told of, because it changes nothing of the money, is left out.
 */
export async function advanceSome(
  run: Run,
  sent: readonly RequestedPayout[],
  books: ReadonlyMap<string, Entry[]>,
): Promise<ReadonlySet<string>> {
  const { dice } = run;
  const reported = new Set<string>();
  // A batch that was open may have ended with its last item, or with all of them.
  const turnedBatches = new Set<string>();
  for (const payout of sent) {
    const [entry] = books.get(payout.id) ?? [];
    if (!entry || !dice.chance(LIKELY[entry.word])) continue;
    const isBatchOpen = entry.batch !== null && !turnedBatches.has(entry.batch);
    const advance = payout.method === 'stripe' ? advanceTransfer(entry, dice) : advanceItem(entry, isBatchOpen, dice);
    if (!advance) continue;
    if (entry.batch !== null) turnedBatches.add(entry.batch);
    const news = advance.isSilent ? 'never told' : dice.pick(NEWS);
    await withNews(`${payout.method}_webhooks`, news, () => control('POST', advance.path, advance.body));
    count(run, `${payout.method} ${advance.what}, ${news}`);
    if (news === 'never told') payout.isUntold = true;
    else reported.add(payout.id);
  }
  // Before the clock moves on: what is signed at one time and arrives at another is refused.
  await control('POST', '/drain', { app: false });
  return reported;
}

/** `isSilent`: the provider tells nobody. */
type Advance = { what: string; path: string; body: object; isSilent: boolean };

/** Somebody takes a transfer back in the dashboard, whole or in part. */
function advanceTransfer({ ref, left, word }: Entry, dice: Dice): Advance | null {
  if (word !== 'paid') return null;
  const path = `/stripe/transfers/${ref}`;
  if (left === 1 || dice.chance(0.5)) return { what: 'taken back', path, body: { reverse: true }, isSilent: false };
  const amountMinor = 1 + dice.below(left - 1);
  return { what: 'taken back in part', path, body: { reverse: { amountMinor } }, isSilent: false };
}

function advanceItem({ ref, word, batch }: Entry, isBatchOpen: boolean, dice: Dice): Advance | null {
  const status = dice.pick(TURNS[word]);
  if (status === 'DENIED')
    return isBatchOpen
      ? { what: 'batch denied', path: `/paypal/batches/${batch}`, body: { status }, isSilent: false }
      : null;
  return { what: status, path: `/paypal/items/${ref}`, body: { status }, isSilent: status === 'REVERSED' };
}

/** What an act makes a provider tell is told so, or not at all. */
async function withNews(target: string, news: (typeof NEWS)[number], act: () => Promise<unknown>): Promise<void> {
  if (news === 'told') {
    await act();
    return;
  }
  const kind = news === 'told twice' ? 'duplicate' : 'drop';
  const { id } = await control<{ id: number }>('POST', '/faults', { target, kind });
  await act();
  // What is told twice is sent a moment later; its fault ends with the weather.
  if (kind === 'drop') await program().sandbox?.control('DELETE', `/faults/${id}`);
}
