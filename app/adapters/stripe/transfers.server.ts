import type { Stripe } from 'stripe';
import type { Currency } from '#app/core/money/money.ts';
import { ProviderProblem } from '#app/core/provider-problem.ts';
import { fromStripeAmount, toStripeAmount } from './amount.ts';
import { askStripe } from './problem.server.ts';

/** A transfer to a vendor's account, with what of it was taken back. */
export type StripeTransfer = {
  transferId: string;
  amountMinor: bigint;
  reversedMinor: bigint;
  currency: Currency;
  destination: string;
  group: string | null;
  metadata: Record<string, string>;
  createdAt: Date;
};

export type NewTransfer = {
  amountMinor: bigint;
  currency: Currency;
  /** The vendor's account. */
  destination: string;
  /** By which the transfer is found again when its answer is lost. */
  group: string;
  description: string;
  metadata: Record<string, string>;
  idempotencyKey: string;
};

const PAGE = 100;

/** Transfers of one platform. */
export function createTransfers(stripe: Stripe) {
  return {
    /**
     * Throws ProviderProblem (`not_granted`) for a key that may not make transfers. It asks for a transfer of nothing to nobody: Stripe
     * looks at the key first, and a key that may is told that the amount is missing.
     */
    async assertMayCreate(): Promise<void> {
      try {
        await askStripe(() => stripe.rawRequest('POST', '/v1/transfers', {}));
      } catch (error) {
        if (!(error instanceof ProviderProblem) || error.reason !== 'refused') throw error;
      }
    },

    /** Sends money to an account. Throws ProviderProblem; after `lost`, look it up by its group before it is sent again. */
    async create(input: NewTransfer): Promise<StripeTransfer> {
      const made = await askStripe(() =>
        stripe.transfers.create(
          {
            amount: toStripeAmount(input.amountMinor, input.currency),
            currency: input.currency.toLowerCase(),
            destination: input.destination,
            transfer_group: input.group,
            description: input.description,
            metadata: input.metadata,
          },
          { idempotencyKey: input.idempotencyKey },
        ),
      );
      return view(made);
    },

    /** Every transfer of a group, newest first. */
    async listOfGroup(group: string): Promise<StripeTransfer[]> {
      const found: StripeTransfer[] = [];
      let after: string | undefined;
      for (;;) {
        const page = await askStripe(() =>
          stripe.transfers.list({ transfer_group: group, limit: PAGE, ...(after ? { starting_after: after } : {}) }),
        );
        found.push(...page.data.map(view));
        after = page.data.at(-1)?.id;
        if (!page.has_more || !after) return found;
      }
    },

    /** Every transfer to an account, since a moment or from the beginning, newest first. */
    async listOfDestination(destination: string, since: Date | undefined): Promise<StripeTransfer[]> {
      const found: StripeTransfer[] = [];
      const created = since && { created: { gte: Math.floor(since.getTime() / 1000) } };
      let after: string | undefined;
      for (;;) {
        const page = await askStripe(() =>
          stripe.transfers.list({
            destination,
            limit: PAGE,
            ...created,
            ...(after ? { starting_after: after } : {}),
          }),
        );
        found.push(...page.data.map(view));
        after = page.data.at(-1)?.id;
        if (!page.has_more || !after) return found;
      }
    },

    /** A page of the transfers since a moment, newest first, after one of them. */
    async listSince(since: Date, after?: string): Promise<{ transfers: StripeTransfer[]; hasMore: boolean }> {
      const created = { gte: Math.floor(since.getTime() / 1000) };
      const page = await askStripe(() =>
        stripe.transfers.list({ created, limit: PAGE, ...(after ? { starting_after: after } : {}) }),
      );
      return { transfers: page.data.map(view), hasMore: page.has_more };
    },

    /** Takes a transfer back, in part or whole. Throws ProviderProblem: `insufficient` where the account has not got it any more. */
    async reverse(o: {
      transferId: string;
      amountMinor: bigint;
      currency: Currency;
      metadata: Record<string, string>;
      idempotencyKey: string;
    }): Promise<{ reversalId: string; amountMinor: bigint }> {
      const made = await askStripe(() =>
        stripe.transfers.createReversal(
          o.transferId,
          { amount: toStripeAmount(o.amountMinor, o.currency), metadata: o.metadata },
          { idempotencyKey: o.idempotencyKey },
        ),
      );
      return { reversalId: made.id, amountMinor: fromStripeAmount(made.amount, made.currency).amountMinor };
    },
  };
}

function view(transfer: Stripe.Transfer): StripeTransfer {
  const { destination } = transfer;
  return {
    transferId: transfer.id,
    ...fromStripeAmount(transfer.amount, transfer.currency),
    reversedMinor: fromStripeAmount(transfer.amount_reversed, transfer.currency).amountMinor,
    destination: typeof destination === 'string' ? destination : (destination?.id ?? ''),
    group: transfer.transfer_group,
    metadata: transfer.metadata,
    createdAt: new Date(transfer.created * 1000),
  };
}
