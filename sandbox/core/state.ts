import type { GoogleState } from './state-google.ts';
import type { MailServicesState } from './state-mail-services.ts';
import type { PaypalState } from './state-paypal.ts';
import type { ProgramsState } from './state-programs.ts';
import type { ShippoState } from './state-shippo.ts';
import type { StripeState } from './state-stripe.ts';
import type { WooState } from './state-woocommerce.ts';

/**
 * Everything the stand-in remembers. Plain JSON data: it is written to a snapshot file and read back as it is.
 * Money is a whole number of the currency's minor units (`…Minor`), times are ISO strings of the sandbox's clock,
 * ids are numbers below 2^53 (the platform's gids are built from them by `toGid`).
 */
export type State = {
  version: 1;
  /** The next id of any record: one counter for all types, so that no two records share a number. */
  nextId: number;
  /** By domain, such as `demo.myshopify.com`. */
  shops: Record<string, Shop>;
  deliveries: WebhookDelivery[];
  mails: CaughtMail[];
  /** Objects of the object storage, by `bucket/key`; the bytes lie in files. */
  objects: Record<string, StoredObject>;
  /** Missing until a provider is first spoken to. */
  stripe?: StripeState;
  paypal?: PaypalState;
  mailServices?: MailServicesState;
  shippo?: ShippoState;
  google?: GoogleState;
  programs?: ProgramsState;
  woocommerce?: WooState;
  /** The walk through one order: since when, and which steps are done. Missing until a program starts it. */
  walk?: { since: string; ticked: string[] };
  /** Events of the providers on their way to the app. */
  providerDeliveries?: ProviderDelivery[];
};

export type CustomerDataLevel = 0 | 1 | 2;

export type Shop = {
  id: number;
  domain: string;
  /** The first label of the domain, as in `/admin/store/{handle}`. */
  handle: string;
  name: string;
  email: string;
  currency: string;
  timezone: string;
  countryCode: string;
  taxesIncluded: boolean;
  createdAt: string;
  updatedAt: string;
  /** 0: no customer data, 1: without name, address, phone and e-mail, 2: everything. */
  customerDataLevel: CustomerDataLevel;
  locales: { locale: string; primary: boolean; published: boolean }[];
  staff: StaffUser[];
  locations: Location[];
  publications: Publication[];
  products: Record<string, Product>;
  /** By id; missing in snapshots from before there were any. */
  collections?: Record<string, Collection>;
  files: Record<string, StoredFile>;
  metafields: Metafield[];
  metafieldDefinitions: MetafieldDefinition[];
  /** By id; missing in snapshots from before there were any. */
  metaobjectDefinitions?: Record<string, MetaobjectDefinition>;
  metaobjects?: Record<string, Metaobject>;
  /** Missing in snapshots from before there were any. */
  translations?: StoredTranslation[];
  customers: Record<string, Customer>;
  orders: Record<string, Order>;
  /** By id, deleted ones too; missing in snapshots from before there were any. */
  draftOrders?: Record<string, DraftOrder>;
  /** The number of the next order: 1001 for `#1001`. */
  nextOrderNumber: number;
  discountCodes: DiscountCode[];
  /** Discounts of apps and of the merchant, by id; missing in snapshots from before there were any. */
  discounts?: Record<string, StoreDiscount>;
  /** The shop's own flat rates, in the zones that use them. */
  shippingMethods: { code: string; title: string; priceMinor: number }[];
  /** The zones of its one shipping profile; missing until somebody changes them or an app registers a carrier service. */
  shippingZones?: ShippingZone[];
  /** What apps registered as carriers; missing until one did. */
  carrierServices?: CarrierService[];
  /** Its shipping is set by market: profiles say nothing then. */
  isMarketDriven?: boolean;
  /** Its plan ended: orders cannot be created (`SHOP_DORMANT`). */
  isDormant?: boolean;
  /** What its plan is called; missing where it is a development store. */
  plan?: string;
  /** What the app charges the merchant; missing until it did. */
  appCharges?: AppCharge[];
  installation: Installation | null;
  /** The triggers of the app that workflows begin with which are on, and what came for them; missing until there was anything. */
  flow?: { on: string[]; started: StartedWorkflow[] };
  /** The app's blocks in the theme; missing until the storefront or the editor was opened. */
  themeBlocks?: PlacedBlock[];
  /** Answers of mutations with an idempotency key, by `field:key`. */
  idempotent: Record<string, { fingerprint: string; result: unknown }>;
};

/** One call of `flowTriggerReceive`; `isUsed`: a workflow began with it. */
export type StartedWorkflow = { handle: string; payload: Record<string, unknown>; at: string; isUsed: boolean };

/** A zone of the shipping profile: its flat rates, and the carrier service that it asks. Without countries: all that are left. */
export type ShippingZone = {
  id: number;
  name: string;
  countries: string[];
  hasFlatRates: boolean;
  carrierId: number | null;
};

export type CarrierService = {
  id: number;
  name: string;
  callbackUrl: string;
  active: boolean;
  supportsServiceDiscovery: boolean;
};

/** A text in another language; `digest` is that of the source as it was when it was translated. */
export type StoredTranslation = {
  gid: string;
  locale: string;
  key: string;
  value: string;
  digest: string;
  updatedAt: string;
};

export type BlockValue = string | number | boolean;

/** A block of the app that stands in a template of the theme; `settings` holds what differs from the block's defaults. */
export type PlacedBlock = {
  id: string;
  block: string;
  template: string;
  on: boolean;
  settings: Record<string, BlockValue>;
};

export type StaffUser = {
  id: number;
  firstName: string;
  lastName: string;
  email: string;
  accountOwner: boolean;
  locale: string;
};

export type Location = {
  id: number;
  name: string;
  active: boolean;
  fulfillsOnlineOrders: boolean;
  address: { address1: string; city: string; zip: string; countryCode: string };
};

export type Publication = { id: number; name: string; channelId: number; autoPublish: boolean };

export type ProductStatus = 'ACTIVE' | 'DRAFT' | 'ARCHIVED' | 'UNLISTED';

export type Product = {
  id: number;
  handle: string;
  title: string;
  descriptionHtml: string;
  vendor: string;
  productType: string;
  /** The template of the theme that shows it; missing where it is the theme's own. */
  templateSuffix?: string | null;
  status: ProductStatus;
  tags: string[];
  seo: { title: string | null; description: string | null };
  /** An option may take its values from a metafield of the product: `linked` names it, `entryGid` what a value stands for. */
  options: {
    id: number;
    name: string;
    values: { id: number; name: string; entryGid?: string }[];
    linked?: { namespace: string; key: string };
  }[];
  variants: Variant[];
  /** Ids of files, in the order of the gallery. */
  mediaIds: number[];
  publishedOn: { publicationId: number; at: string }[];
  createdAt: string;
  updatedAt: string;
};

/** A collection: the products that its sources take in, each by the vendors that it names. */
export type Collection = {
  id: number;
  handle: string;
  title: string;
  descriptionHtml: string;
  image: { src: string; alt: string } | null;
  templateSuffix: string | null;
  sortOrder: string;
  seo: { title: string | null; description: string | null };
  sources: { id: number; title: string; description: string | null; vendors: string[] }[];
  publishedOn: { publicationId: number; at: string }[];
  createdAt: string;
  updatedAt: string;
};

export type Variant = {
  id: number;
  title: string;
  sku: string;
  barcode: string | null;
  priceMinor: number;
  compareAtMinor: number | null;
  taxable: boolean;
  inventoryPolicy: 'DENY' | 'CONTINUE';
  /** One value for each option of the product, in the options' order. */
  optionValues: string[];
  mediaId: number | null;
  inventory: InventoryItem;
  createdAt: string;
  updatedAt: string;
};

export type InventoryItem = {
  id: number;
  tracked: boolean;
  requiresShipping: boolean;
  costMinor: number | null;
  weight: { value: number; unit: 'GRAMS' | 'KILOGRAMS' | 'OUNCES' | 'POUNDS' };
  levels: { id: number; locationId: number; available: number; committed: number; updatedAt: string }[];
};

export type StoredFile = {
  id: number;
  kind: 'IMAGE' | 'FILE' | 'VIDEO' | 'EXTERNAL_VIDEO';
  status: 'UPLOADED' | 'PROCESSING' | 'READY' | 'FAILED';
  filename: string;
  mimeType: string;
  alt: string;
  /** Where the bytes are: a file below the data directory, a picture drawn from a seed, or another web address. */
  source: { at: 'disk'; path: string } | { at: 'drawn'; seed: string; label: string } | { at: 'url'; url: string };
  width: number | null;
  height: number | null;
  byteLength: number;
  error: string | null;
  createdAt: string;
  updatedAt: string;
};

export type Metafield = {
  id: number;
  ownerGid: string;
  namespace: string;
  key: string;
  type: string;
  value: string;
  createdAt: string;
  updatedAt: string;
};

export type MetafieldDefinition = {
  id: number;
  name: string;
  namespace: string;
  key: string;
  description: string | null;
  type: string;
  ownerType: string;
  validations: { name: string; value: string | null }[];
  access: { admin: string | null; storefront: string | null };
  pinned: boolean;
};

/** A kind of entry that a store keeps beside its products; `type` of an app's own begins with the app's id. */
export type MetaobjectDefinition = {
  id: number;
  type: string;
  name: string;
  description: string | null;
  displayNameKey: string | null;
  access: { admin: string; storefront: string };
  /** Whether entries are drafts until they are made active. */
  publishable: boolean;
  fields: {
    key: string;
    name: string;
    description: string | null;
    type: string;
    required: boolean;
    validations: { name: string; value: string | null }[];
  }[];
  createdAt: string;
  updatedAt: string;
};

/** An entry; `values` holds what is written of its fields, by their keys. */
export type Metaobject = {
  id: number;
  type: string;
  handle: string;
  status: 'ACTIVE' | 'DRAFT';
  values: Record<string, string>;
  createdAt: string;
  updatedAt: string;
};

export type Address = {
  firstName: string;
  lastName: string;
  company: string | null;
  address1: string;
  address2: string | null;
  city: string;
  province: string | null;
  provinceCode: string | null;
  country: string;
  countryCode: string;
  zip: string;
  phone: string | null;
};

export type Customer = {
  id: number;
  firstName: string;
  lastName: string;
  email: string;
  phone: string | null;
  tags: string[];
  createdAt: string;
  updatedAt: string;
};

export type DiscountCode =
  { code: string; kind: 'percentage'; percent: number } | { code: string; kind: 'fixed'; amountMinor: number };

/** A discount as the platform keeps it. `code` is null for an automatic one, `collectionIds` for one of all products. */
export type StoreDiscount = {
  id: number;
  title: string;
  code: string | null;
  value: { kind: 'percentage'; share: number } | { kind: 'fixed'; amountMinor: number };
  collectionIds: number[] | null;
  minimum: { kind: 'subtotal'; subtotalMinor: number } | { kind: 'quantity'; quantity: number } | null;
  startsAt: string;
  endsAt: string | null;
  usageLimit: number | null;
  oncePerCustomer: boolean;
  tags: string[];
  usedCount: number;
  /** The addresses of buyers that used it. */
  usedBy: string[];
  createdAt: string;
  updatedAt: string;
};

export type FinancialStatus =
  'pending' | 'authorized' | 'partially_paid' | 'paid' | 'partially_refunded' | 'refunded' | 'voided';

export type TaxLine = { title: string; rate: number; priceMinor: number };
export type DiscountAllocation = { amountMinor: number; applicationIndex: number };
export type DiscountApplication = {
  type: 'discount_code' | 'manual' | 'automatic';
  title: string;
  code: string | null;
  valueType: 'percentage' | 'fixed_amount';
  /** The percentage, or the amount in minor units. */
  value: number;
  targetType: 'line_item' | 'shipping_line';
  targetSelection: 'all' | 'explicit';
  allocationMethod: 'across' | 'each';
};

export type Order = {
  id: number;
  number: number;
  name: string;
  email: string;
  phone: string | null;
  customerId: number | null;
  createdAt: string;
  updatedAt: string;
  processedAt: string;
  closedAt: string | null;
  cancelledAt: string | null;
  cancelReason: string | null;
  currency: string;
  taxesIncluded: boolean;
  taxes: { title: string; rate: number }[];
  financialStatus: FinancialStatus;
  /** Paid with the platform's test gateway: no money came. */
  isTest?: boolean;
  note: string | null;
  noteAttributes: { name: string; value: string }[];
  tags: string[];
  sourceName: string;
  shippingAddress: Address | null;
  billingAddress: Address | null;
  discountApplications: DiscountApplication[];
  lines: OrderLine[];
  shippingLines: ShippingLine[];
  fulfillmentOrders: FulfillmentOrder[];
  fulfillments: Fulfillment[];
  refunds: Refund[];
  returns: OrderReturn[];
  transactions: Transaction[];
  /** What an app named it by that placed it (`orderCreate`), and where that came from; absent: a buyer placed it. */
  sourceIdentifier?: string | null;
  sourceUrl?: string | null;
  /** What edits agreed with the buyer, the first one first; absent: never edited. */
  edits?: OrderEdit[];
  /** What the platform thinks of the order; absent: nothing. */
  risk?: {
    recommendation: 'ACCEPT' | 'CANCEL' | 'INVESTIGATE' | 'NONE';
    level: 'HIGH' | 'LOW' | 'MEDIUM' | 'NONE' | 'PENDING';
  };
};

/** An order that is offered to a buyer by a link. A deleted one stays, because a checkout that was begun can still be paid. */
export type DraftOrder = {
  id: number;
  name: string;
  /** What its invoice link is made of. */
  key: string;
  email: string | null;
  status: 'OPEN' | 'INVOICE_SENT' | 'COMPLETED';
  currency: string;
  tags: string[];
  attributes: { name: string; value: string }[];
  /** `priceMinor` is an agreed price instead of the variant's. */
  lines: { variantId: number; quantity: number; priceMinor: number | null }[];
  automaticDiscounts: boolean;
  allowCodes: boolean;
  /** How often it was read: it is ready after the first time. */
  reads: number;
  /** Its checkout was begun. */
  opened: boolean;
  orderId: number | null;
  completedAt: string | null;
  deletedAt: string | null;
  createdAt: string;
  updatedAt: string;
};

/** What one edit added to lines and took from them. Amounts are what these units were sold for. */
export type OrderEdit = { at: string; added: LineShare[]; taken: LineShare[] };
/** Some units of a line: what the buyer pays for them, the discount in it, and the tax of each of the line's taxes. */
export type LineShare = {
  lineId: number;
  quantity: number;
  totalMinor: number;
  discountMinor: number;
  taxesMinor: number[];
};

export type OrderLine = {
  id: number;
  productId: number | null;
  variantId: number | null;
  title: string;
  variantTitle: string | null;
  sku: string;
  vendor: string | null;
  /** What was ordered, edits included; refunds do not lower it. */
  quantity: number;
  /** What is still in the order after edits, refunds and cancellation. */
  currentQuantity: number;
  /** What no fulfillment and no removal has taken yet. */
  fulfillableQuantity: number;
  unitPriceMinor: number;
  requiresShipping: boolean;
  taxable: boolean;
  giftCard: boolean;
  grams: number;
  properties: { name: string; value: string }[];
  /** The plan by which it is sold again and again. */
  sellingPlan?: string | null;
  /** Of the whole quantity. */
  taxLines: TaxLine[];
  discountAllocations: DiscountAllocation[];
};

export type ShippingLine = {
  id: number;
  title: string;
  code: string;
  priceMinor: number;
  taxLines: TaxLine[];
  discountAllocations: DiscountAllocation[];
};

export type FulfillmentHold = {
  id: number;
  reason: string;
  notes: string | null;
  handle: string;
  byApp: boolean;
};

export type FulfillmentOrder = {
  id: number;
  locationId: number;
  status: 'OPEN' | 'IN_PROGRESS' | 'ON_HOLD' | 'CLOSED' | 'CANCELLED';
  lines: { id: number; lineId: number; totalQuantity: number; remainingQuantity: number }[];
  /** Absent in what was stored before there were holds and local pickup. */
  holds?: FulfillmentHold[];
  method?: 'SHIPPING' | 'PICK_UP';
  preparedAt?: string;
  createdAt: string;
  updatedAt: string;
};

export type Fulfillment = {
  id: number;
  name: string;
  locationId: number;
  status: 'SUCCESS' | 'CANCELLED';
  tracking: { company: string | null; number: string | null; url: string | null }[];
  /** Whether the buyer was told of it by e-mail. */
  notified?: boolean;
  /** What apps said of where it is, in the order in which they did. */
  events?: FulfillmentEvent[];
  lines: { id: number; lineId: number; fulfillmentOrderId: number; quantity: number }[];
  createdAt: string;
  updatedAt: string;
};

export type FulfillmentEvent = { id: number; status: string; happenedAt: string; createdAt: string };

export type OrderReturn = {
  id: number;
  reverseOrderId: number;
  name: string;
  status: 'REQUESTED' | 'OPEN' | 'CLOSED' | 'DECLINED' | 'CANCELED';
  createdAt: string;
  requestApprovedAt: string | null;
  closedAt: string | null;
  decline: { reason: string; note: string | null } | null;
  lines: {
    id: number;
    reverseId: number;
    fulfillmentLineId: number;
    lineId: number;
    quantity: number;
    processedQuantity: number;
    /** The handle of a reason of the platform's library. */
    reason: string | null;
    note: string;
  }[];
  exchange: { id: number; variantId: number; quantity: number; processedQuantity: number }[];
  refundIds: number[];
};

export type Refund = {
  id: number;
  createdAt: string;
  processedAt: string;
  note: string | null;
  userId: number | null;
  lines: RefundLine[];
  shipping: { id: number; shippingLineId: number; subtotalMinor: number; taxMinor: number }[];
  /** The difference between what was refunded and what lines and shipping account for; positive lowers the refund. */
  adjustments: {
    id: number;
    kind: 'refund_discrepancy' | 'shipping_refund';
    amountMinor: number;
    taxMinor: number;
    reason: string;
  }[];
  transactionIds: number[];
  totalMinor: number;
  /** Of an exchange: what returned units were worth and was not paid back, applied to the units that the buyer gets instead. */
  creditMinor?: number;
};

export type RefundLine = {
  id: number;
  lineId: number;
  quantity: number;
  restockType: 'return' | 'cancel' | 'no_restock';
  locationId: number | null;
  /** After discounts; tax is inside it when the order's taxes are included. */
  subtotalMinor: number;
  taxMinor: number;
};

export type Transaction = {
  id: number;
  kind: 'sale' | 'authorization' | 'capture' | 'refund' | 'void';
  status: 'success' | 'pending';
  gateway: string;
  amountMinor: number;
  parentId: number | null;
  createdAt: string;
  /** When it came through, where that was later. */
  processedAt?: string;
};

export type AccessToken = {
  token: string;
  kind: 'offline' | 'online';
  scopes: string[];
  userId: number | null;
  expiresAt: string | null;
  /** Null for online tokens and for offline ones that never expire. */
  refresh: { token: string; expiresAt: string } | null;
};

/** A subscription of the merchant to the app. */
export type AppCharge = {
  id: number;
  name: string;
  status: 'PENDING' | 'ACTIVE' | 'DECLINED' | 'CANCELLED' | 'FROZEN';
  priceMinor: number;
  currency: string;
  trialDays: number;
  test: boolean;
  returnUrl: string;
  createdAt: string;
};

export type Installation = {
  id: number;
  installedAt: string;
  uninstalledAt: string | null;
  scopes: string[];
  tokens: AccessToken[];
  /** Refresh tokens that were rotated, with the one that replaced them: each works until its successor was used. */
  rotated: { token: string; replacedBy: string }[];
  /** Webhooks that the app subscribed to by call, beside those of shopify.app.toml. They end with the installation. */
  webhookSubscriptions?: WebhookSubscription[];
};

export type WebhookSubscription = {
  id: number;
  /** As in shopify.app.toml, such as `returns/update`. */
  topic: string;
  uri: string;
  createdAt: string;
  updatedAt: string;
};

export type WebhookDelivery = {
  id: string;
  eventId: string;
  shop: string;
  topic: string;
  uri: string;
  body: string;
  triggeredAt: string;
  dueAt: string;
  attempts: { at: string; status: number | null; error: string | null; durationMs: number }[];
  state: 'waiting' | 'delivered' | 'failed' | 'dropped';
};

/** One event for one registered address of the app; it is signed anew at each attempt. */
export type ProviderDelivery = {
  id: string;
  provider: 'stripe' | 'paypal' | 'brevo' | 'shippo' | 'woocommerce';
  eventId: string;
  endpointId: string;
  topic: string;
  url: string;
  body: string;
  triggeredAt: string;
  dueAt: string;
  attempts: { at: string; status: number | null; error: string | null; durationMs: number }[];
  state: 'waiting' | 'delivered' | 'failed' | 'dropped';
};

export type CaughtMail = {
  id: number;
  from: string;
  to: string[];
  subject: string;
  html: string;
  text: string;
  headers: Record<string, string>;
  attachments: { filename: string; mimeType: string; byteLength: number }[];
  at: string;
};

export type StoredObject = {
  bucket: string;
  key: string;
  contentType: string;
  byteLength: number;
  etag: string;
  path: string;
  at: string;
};
