/** What the stand-in of PayPal remembers. Amounts are whole numbers of minor units, currencies upper case. */
export type PaypalState = {
  apps: PaypalApp[];
  tokens: PaypalToken[];
  /** By id, in the order of their making. */
  batches: Record<string, PaypalBatch>;
  items: Record<string, PaypalItem>;
  webhooks: PaypalWebhook[];
  events: PaypalEvent[];
  /** What a test or a person decided about items to come; the first that fits is used. */
  outcomes: PaypalOutcome[];
  /** Receivers that are not ordinary, by their address in lower case. */
  receivers: Record<string, PaypalReceiverState>;
  /** The key pair that signs webhooks, as PEM; made at first use. */
  signing: { publicKey: string; privateKey: string } | null;
};

export type PaypalEnvironment = 'sandbox' | 'live';

/** One application: a pair of credentials, the account it pays from, and what it may do. */
export type PaypalApp = {
  id: string;
  name: string;
  environment: PaypalEnvironment;
  clientId: string;
  clientSecret: string;
  revokedAt: string | null;
  /** Whether PayPal granted Payouts to the account. */
  payoutsGranted: boolean;
  /** Whether the sender's account is restricted. */
  restricted: boolean;
  balances: Record<string, number>;
};

export type PaypalToken = { token: string; appId: string; expiresAt: string };

export const PAYPAL_ITEM_STATUSES = [
  'PENDING',
  'SUCCESS',
  'FAILED',
  'UNCLAIMED',
  'RETURNED',
  'ONHOLD',
  'BLOCKED',
  'REFUNDED',
  'REVERSED',
] as const;
export type PaypalItemStatus = (typeof PAYPAL_ITEM_STATUSES)[number];

export const PAYPAL_RECEIVER_STATES = ['registered', 'unregistered', 'unconfirmed', 'locked'] as const;
export type PaypalReceiverState = (typeof PAYPAL_RECEIVER_STATES)[number];

export type PaypalBatch = {
  id: string;
  appId: string;
  senderBatchId: string;
  emailSubject: string | null;
  emailMessage: string | null;
  currency: string;
  status: 'PENDING' | 'PROCESSING' | 'SUCCESS' | 'DENIED' | 'CANCELED';
  itemIds: string[];
  createdAt: string;
  completedAt: string | null;
};

export type PaypalItem = {
  id: string;
  batchId: string;
  senderItemId: string | null;
  recipientType: string;
  wallet: string;
  receiver: string;
  note: string | null;
  purpose: string | null;
  amountMinor: number;
  feeMinor: number;
  currency: string;
  status: PaypalItemStatus;
  transactionId: string | null;
  /** The name of the item's error, such as RECEIVER_UNREGISTERED. */
  error: string | null;
  /** What the next look at the clock makes of it; null when it waits for a word from outside. */
  planned: { status: PaypalItemStatus; error: string | null } | null;
  processedAt: string | null;
  createdAt: string;
};

export type PaypalWebhook = { id: string; appId: string; url: string; events: string[]; createdAt: string };

export type PaypalEvent = { id: string; appId: string; type: string; body: Record<string, unknown>; createdAt: string };

export type PaypalOutcome = {
  id: number;
  status: PaypalItemStatus;
  /** Null for every receiver. */
  receiver: string | null;
  error: string | null;
  /** How many more items; null until it is taken away. */
  remaining: number | null;
};
