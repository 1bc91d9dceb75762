import { toCarrierFields } from '#app/features/shipping/ship-from/carrier-address.ts';
import type { Currency } from '#app/core/money/money.ts';
import type { Services } from '#app/server/context.server.ts';
import type { PartyItems } from '../rates/cart-parties.ts';
import type { Party } from '../rates/cart-rates.ts';
import type { PackedLine } from '../ship-from/package.ts';
import {
  NO_CHOICE,
  packLines,
  readLiveRates,
  toCarrierAddress,
  usesFlatRates,
  type LiveAnswer,
  type LiveDestination,
  type RateChoice,
  type RateMode,
} from './live-rate.ts';
import { NOWHERE, type Origin } from './origin.ts';

/** What live rates of a cart depend on besides its lines. */
export type LiveSources = {
  /** The marketplace's key; undefined where it has none. Opened where a vendor offers live rates, and not otherwise. */
  openKey: () => string | undefined;
  /** The marketplace's mode, for vendors that chose none. */
  mode: RateMode;
  origins: ReadonlyMap<string, Origin>;
  choices: ReadonlyMap<string, RateChoice>;
  sizes: ReadonlyMap<string, PackedLine['size']>;
};

export type PartyLive = LiveAnswer & { usesFlat: boolean };

type LiveCall = { destination: LiveDestination; currency: Currency; limitMs: number; reference: string };

/**
 * Asks carriers about the lines of each vendor that offers live rates, all beside one another and none for longer than a limit.
 * Parties that offer none are missing: the marketplace's own lines and vendors whom nobody knows yet have no place they ship from.
 * Never inside a transaction.
 */
export async function askLiveRates(
  services: Pick<Services, 'adapters' | 'clock'>,
  groups: readonly PartyItems[],
  o: LiveCall & { sources: LiveSources },
): Promise<Map<Party, PartyLive>> {
  const requested = groups.flatMap((group) => {
    if (!/^\d+$/.test(group.party)) return [];
    const choice = o.sources.choices.get(group.party) ?? NO_CHOICE;
    const mode = choice.mode ?? o.sources.mode;
    return mode === 'flat' ? [] : [{ group, choice, mode }];
  });
  if (requested.length === 0) return new Map();
  const apiKey = o.sources.openKey();
  const answers = requested.map(async ({ group, choice, mode }): Promise<[Party, PartyLive]> => {
    const answer = await askOne(services, group, { ...o, choice, apiKey });
    return [group.party, { ...answer, usesFlat: usesFlatRates(mode, answer.status) }];
  });
  return new Map(await Promise.all(answers));
}

async function askOne(
  { adapters, clock }: Pick<Services, 'adapters' | 'clock'>,
  { party, items }: PartyItems,
  o: LiveCall & { sources: LiveSources; choice: RateChoice; apiKey: string | undefined },
): Promise<LiveAnswer> {
  const { apiKey } = o;
  const { origins, sizes } = o.sources;
  const { address, package: spare } = origins.get(party) ?? NOWHERE;
  if (apiKey === undefined) return { status: 'no_key', rates: [] };
  if (!address) return { status: 'no_address', rates: [] };
  const lines = items.map(({ variantId, quantity, grams }): PackedLine => ({
    quantity,
    weight: String(grams),
    weightUnit: 'GRAMS',
    size: sizes.get(variantId ?? '') ?? null,
  }));
  const packed = packLines(lines, spare);
  if (!packed) return { status: 'no_package', rates: [] };
  const shipment = {
    from: toCarrierFields(address),
    to: toCarrierAddress(o.destination),
    packages: [packed],
    customs: null,
    isReturn: false,
    reference: o.reference,
  };
  const quote = await adapters.shippo.quoteLive(apiKey, shipment, {
    currency: o.currency,
    limitMs: o.limitMs,
    now: clock.now(),
  });
  if (quote.status !== 'answered') return { status: quote.status, rates: [] };
  return readLiveRates(quote.rates, { currency: o.currency, services: o.choice.services });
}
