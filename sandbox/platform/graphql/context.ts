import type { Sandbox } from '../../core/kernel.ts';
import { Refusal } from '../../core/kernel.ts';
import { formatMinor, parseMinor } from '../../core/money.ts';
import type { AccessToken, Order, Shop } from '../../core/state.ts';

/** What every resolver gets. `viewOrder` is handed in, because the parts of an order lead back to it. */
export type Context = { sandbox: Sandbox; shop: Shop; token: AccessToken; viewOrder: (order: Order) => View };
export type View = Record<string, unknown>;
export type UserError = {
  __typename: string;
  field: string[] | null;
  message: string;
  code: string | null;
  elementIndex?: number | null;
};

/** `MoneyBag`: the shop's money and the buyer's, which are the same here. */
export function moneyBag(amountMinor: number, currency: string): View {
  const money = moneyV2(amountMinor, currency);
  return { shopMoney: money, presentmentMoney: money };
}

export function moneyV2(amountMinor: number, currency: string): View {
  return { amount: formatMinor(amountMinor, currency), currencyCode: currency };
}

/** An amount of the input in minor units; refuses more places than the currency has. */
export function readAmount(value: unknown, currency: string, field: string[]): number {
  const amountMinor = typeof value === 'string' || typeof value === 'number' ? parseMinor(value, currency) : null;
  if (amountMinor === null) throw new Refusal(`${JSON.stringify(value)} is not an amount of ${currency}.`, field);
  return amountMinor;
}

/** Runs a mutation; a refusal becomes a `userErrors` entry of the given type, everything else of the payload null. */
export function answerErrors(run: () => View, errorType: string, errorsField = 'userErrors'): View {
  try {
    return { [errorsField]: [], ...run() };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const userError: UserError = {
      __typename: errorType,
      field: error.field.length > 0 ? error.field : null,
      message: error.message,
      code: error.code,
    };
    return failedPayload(errorsField, userError);
  }
}

/** A payload in which every field but the errors is null, whatever its name. */
function failedPayload(errorsField: string, error: UserError): View {
  return new Proxy<View>(
    { [errorsField]: [error] },
    { has: () => true, get: (target, name) => (name === errorsField ? target[errorsField] : null) },
  );
}
