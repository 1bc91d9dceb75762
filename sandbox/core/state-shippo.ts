/** What the stand-in of Shippo remembers. */
export type ShippoState = {
  keys: ShippoKey[];
  shipments: Record<string, ShippoShipment>;
  rates: Record<string, ShippoRate>;
  /** In the order of their making. */
  transactions: ShippoTransaction[];
  refunds: ShippoRefund[];
  /** What a test or a person decided about purchases to come; the first is used up first. */
  outcomes: ShippoOutcome[];
  /** The addresses that hear of packages. */
  webhooks?: ShippoWebhook[];
  /** What reports are signed with, where somebody asked for it. */
  webhookSecret?: string;
};

export type ShippoWebhook = { id: string; url: string; event: string; isTest: boolean; createdAt: string };

export type ShippoKey = { key: string; isTest: boolean; revokedAt: string | null };

export type ShippoShipment = {
  id: string;
  isTest: boolean;
  from: Record<string, unknown>;
  to: Record<string, unknown>;
  parcels: Record<string, unknown>[];
  customs: Record<string, unknown> | null;
  metadata: string;
  isReturn?: boolean;
  rateIds: string[];
  messages: ShippoMessage[];
  createdAt: string;
};

export type ShippoMessage = { source: string; code: string; text: string };

export type ShippoRate = {
  id: string;
  shipmentId: string;
  isTest: boolean;
  provider: string;
  service: string;
  token: string;
  /** US cents: the account of the stand-in is billed in dollars. */
  cents: number;
  days: number;
  attributes: string[];
  createdAt: string;
};

export const SHIPPO_TRACKING = ['UNKNOWN', 'PRE_TRANSIT', 'TRANSIT', 'DELIVERED', 'RETURNED', 'FAILURE'] as const;
export type ShippoTracking = (typeof SHIPPO_TRACKING)[number];

export type ShippoTransaction = {
  id: string;
  rateId: string;
  isTest: boolean;
  metadata: string;
  status: 'QUEUED' | 'SUCCESS' | 'ERROR' | 'REFUNDPENDING' | 'REFUNDED' | 'REFUNDREJECTED';
  messages: ShippoMessage[];
  tracking: string;
  trackingStatus: ShippoTracking;
  createdAt: string;
};

export const SHIPPO_REFUND_STATUSES = ['QUEUED', 'PENDING', 'SUCCESS', 'ERROR'] as const;
export type ShippoRefundStatus = (typeof SHIPPO_REFUND_STATUSES)[number];

export type ShippoRefund = {
  id: string;
  transactionId: string;
  isTest: boolean;
  status: ShippoRefundStatus;
  createdAt: string;
};

export const SHIPPO_OUTCOMES = ['SUCCESS', 'ERROR', 'QUEUED'] as const;
export type ShippoOutcome = { status: (typeof SHIPPO_OUTCOMES)[number]; text: string };
