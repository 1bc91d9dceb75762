import { createHash } from 'node:crypto';
import { createCircuitBreaker, type CircuitBreaker } from '#app/core/circuit-breaker.ts';
import { MINUTE_MS } from '#app/core/durations.ts';
import type { ShippoQuote, ShippoRate } from './answers.ts';
import { ShippoProblem } from './shippo-problem.ts';

/**
 * What Shippo said to a buyer who waits: rates, or why there are none. `slow`: not within the limit; `failed`: it is broken or
 * refuses the key; `paused`: it was not asked, because it failed too often or is being asked too much; `refused`: it takes no such
 * shipment.
 */
export type LiveQuote =
  { status: 'answered'; rates: readonly ShippoRate[] } | { status: 'slow' | 'failed' | 'paused' | 'refused' };

type LiveQuoteLimits = {
  /** The currency that prices are wanted in: where no rate states it, the rates are asked for in it. */
  currency: string;
  limitMs: number;
  now: Date;
};
export type QuoteLive<Shipment> = (apiKey: string, shipment: Shipment, o: LiveQuoteLimits) => Promise<LiveQuote>;

/** What of a client is used here. */
type QuotingClient<Shipment> = {
  quoteOnce(shipment: Shipment, limitMs: number): Promise<ShippoQuote>;
  listRates(shipmentId: string, currency: string): Promise<ShippoRate[]>;
};

const KEPT_MS = 5 * MINUTE_MS;
const MAX_KEPT = 5_000;
const MAX_KEYS = 1_000;
const MAX_AT_ONCE = 200;
const BREAKER = { maxFailures: 5, pauseMs: 30_000 };
/** Nobody waits so long, but an answer that comes late serves the next buyer. */
const CALL_LIMIT_MS = 8_000;

type Account = { breaker: CircuitBreaker; calls: number };
type Kept = { quote: Promise<LiveQuote>; askedAtMs: number; until: number };

/**
 * Asks Shippo for buyers who wait, for all stores of this process. Equal questions are asked once in five minutes. A key that
 * fails five times in a row is not used for half a minute, then tried by one question.
 */
export function createLiveQuotes<Shipment>(open: (apiKey: string) => QuotingClient<Shipment>): QuoteLive<Shipment> {
  const accounts = new Map<string, Account>();
  const kept = new Map<string, Kept>();
  return async (apiKey, shipment, { currency, limitMs, now }) => {
    const keyHash = hash(apiKey);
    const question = hash(JSON.stringify([keyHash, currency, shipment]));
    const before = kept.get(question);
    // Nobody waits for a question longer than whoever asked it first.
    if (before && before.until > now.getTime())
      return within(before.quote, limitMs - (performance.now() - before.askedAtMs));
    const account = remember(accounts, keyHash, MAX_KEYS, () => ({ breaker: createCircuitBreaker(BREAKER), calls: 0 }));
    if (limitMs <= 0) return { status: 'slow' };
    if (account.calls >= MAX_AT_ONCE || !account.breaker.tryCall(now)) return { status: 'paused' };
    account.calls += 1;
    const quote = ask(open(apiKey), shipment, currency).finally(() => {
      account.calls -= 1;
    });
    kept.delete(question);
    remember(kept, question, MAX_KEPT, () => ({
      quote,
      askedAtMs: performance.now(),
      until: now.getTime() + KEPT_MS,
    }));
    void quote.then(({ status }) => {
      if (status !== 'answered' && kept.get(question)?.quote === quote) kept.delete(question);
    });
    const answer = await within(quote, limitMs);
    if (answer.status === 'slow' || answer.status === 'failed') account.breaker.recordFailure(now);
    else account.breaker.recordSuccess();
    return answer;
  };
}

async function ask<Shipment>(
  client: QuotingClient<Shipment>,
  shipment: Shipment,
  currency: string,
): Promise<LiveQuote> {
  try {
    const { shipmentId, rates } = await client.quoteOnce(shipment, CALL_LIMIT_MS);
    const isPriced = rates.some((rate) => rate.currency === currency || rate.currencyLocal === currency);
    if (rates.length === 0 || isPriced) return { status: 'answered', rates };
    const priced = await client.listRates(shipmentId, currency).catch((error: unknown) => {
      // It has no prices in this currency, which is an answer, too.
      if (error instanceof ShippoProblem && (error.reason === 'missing' || error.reason === 'refused')) return rates;
      throw error;
    });
    return { status: 'answered', rates: priced };
  } catch (error) {
    const isAnswer = error instanceof ShippoProblem && (error.reason === 'refused' || error.reason === 'missing');
    return { status: isAnswer ? 'refused' : 'failed' };
  }
}

async function within(quote: Promise<LiveQuote>, limitMs: number): Promise<LiveQuote> {
  let timer: NodeJS.Timeout | undefined;
  const slow = new Promise<LiveQuote>((resolve) => {
    timer = setTimeout(
      () => {
        resolve({ status: 'slow' });
      },
      Math.max(0, limitMs),
    );
  });
  try {
    return await Promise.race([quote, slow]);
  } finally {
    clearTimeout(timer);
  }
}

/** The value under a key, made where there is none; the oldest makes way where there are too many. */
function remember<Value>(cached: Map<string, Value>, key: string, limit: number, make: () => Value): Value {
  const value = cached.get(key) ?? make();
  cached.set(key, value);
  const [oldest] = cached.keys();
  if (cached.size > limit && oldest !== undefined) cached.delete(oldest);
  return value;
}

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url');
