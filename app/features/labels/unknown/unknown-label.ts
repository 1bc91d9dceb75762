/** A label that was bought and is not known here, as after a restore. The order is null where the provider does not say it. */
export type UnknownLabel = { transactionId: string; tracking: string; orderId: string | null };
