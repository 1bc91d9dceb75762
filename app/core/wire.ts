import { z } from 'zod';

/** An amount at the API: a decimal string in the currency's own number of places. */
export const moneyWire = z
  .object({ amount: z.string(), currency: z.string().length(3) })
  .meta({ id: 'Money', description: 'An amount: decimal string and ISO 4217 currency.' });
export type MoneyWire = z.infer<typeof moneyWire>;

/** A point in time at the API, ISO 8601 in UTC. */
export const timeWire = z.iso.datetime().meta({ description: 'ISO 8601, UTC' });

/** The answer of a call that has nothing more to say than that it is done. */
export const doneWire = z.object({ ok: z.literal(true) }).meta({ id: 'Done' });

const HIGHEST_VERSION = 2_147_483_647;

/** The version of settings that a save was read from: a stale one is conflict (409), 0 is never saved. */
export const versionInput = z.number().int().min(0).max(HIGHEST_VERSION);
