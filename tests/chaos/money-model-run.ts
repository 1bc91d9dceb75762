import { LedgerModel } from '#tests/model/ledger-model.ts';
import type { Order as ModelOrder } from '#tests/model/platform-order.ts';
import type { SentEvent } from '#sandbox/testing-shop.ts';
import { openPlatform, throwDice, type Dice, type OrderScenario, type Platform } from './money-model-scenarios.ts';
import { openProviders, type Provider, type Providers } from './money-model-providers.ts';
import { buildMoneyWorld, type MoneyWorld } from './money-model-world.ts';

/** One store with many orders side by side: at the platform, in the program and in the model. */
export type Run = {
  plan: Plan;
  platform: Platform;
  world: MoneyWorld;
  model: LedgerModel;
  dice: Dice;
  scenarios: Map<string, OrderScenario>;
  /** What the platform said last of each order that the program knows. */
  said: Map<string, ModelOrder>;
  providers: Providers;
  /** All payouts, by id. */
  payouts: Map<string, RequestedPayout>;
  /** Adjustments that stand. */
  adjustments: { id: string; orderId: string }[];
  counts: Map<string, number>;
};
/** A payout as the run asked for it; what became of it stands in the model. */
export type RequestedPayout = {
  id: string;
  vendor: string;
  method: Provider | 'manual';
  askedAt: Date;
  /** When the program first tried to send it, whatever came of it. */
  sentAt: Date | null;
  /** The program has found it at its provider, even where nothing is decided there yet. */
  isFound: boolean;
  /** Something happened to it at its provider that the program has not been told, or could not look up. */
  isUntold: boolean;
};
export type Plan = {
  currency: string;
  sequences: number;
  steps: number;
  seed: number;
  /** How many deliveries are handled in one transaction; the queue hands over 200 at most. */
  batch: number;
  /** Changes what is told before it is delivered: for seeing that a distortion is found. */
  distort?: (sent: SentEvent) => SentEvent;
};

/** A sequence of what happens to each order: orders of a group share vendors, the dice decide the rest. */
export async function openRun(plan: Plan): Promise<Run> {
  const { currency, sequences, seed } = plan;
  const dice = throwDice(seed);
  const platform = openPlatform(currency, Math.ceil(sequences / 4), dice);
  const world = await buildMoneyWorld(platform);
  const providers = await openProviders(world, dice);
  const empty = { scenarios: new Map(), said: new Map(), payouts: new Map(), adjustments: [], counts: new Map() };
  return { plan, platform, world, providers, model: new LedgerModel(), dice, ...empty };
}

export function count({ counts }: Run, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}

/** Throws with what differs and, for the first order of it, all that happened to it. */
export function fail(run: Run, when: string, differences: readonly string[]): void {
  if (differences.length === 0) return;
  const { currency, seed } = run.plan;
  const [first = ''] = differences;
  const id = /\d{4,}/.exec(first)?.[0] ?? '';
  const scenario = run.scenarios.get(id);
  const own = differences.filter((one) => one.includes(id));
  const others = new Set(differences.flatMap((one) => /\d{4,}/.exec(one)?.[0] ?? []));
  throw new Error(
    [
      `${currency}, seed ${seed}, ${when}: ${differences.length} differences in ${others.size} orders`,
      ...(own.length > 0 ? own : differences).slice(0, 20),
      ...(scenario
        ? [
            JSON.stringify({
              extras: scenario.extras,
              channel: scenario.channelTaxes,
              spread: scenario.isSpread,
              borne: [...scenario.liableVendor],
              states: [...scenario.transactionStates],
            }),
            ...scenario.log,
          ]
        : []),
    ].join('\n'),
  );
}
