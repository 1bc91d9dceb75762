/** A claim that tests hold up: what it says, the test files, and how many parts (each with a seed of its own) the proof has. */
export type Claim = {
  says: string;
  files: readonly string[];
  parts: number;
  /** The files are browser tests. */
  inBrowser?: true;
};

/** The claims of `npm run prove`. A test reads its counts with scaled() of tests/support/scale.ts. */
export const CLAIMS: Readonly<Record<string, Claim>> = {
  money: {
    says: 'over random orders the parts sum to the order, payout and share to what was paid, and a full refund to zero',
    files: [
      'app/core',
      'app/features/orders',
      'app/features/commissions',
      'app/platform/ledger',
      'tests/api/access/database-rules',
    ],
    parts: 4,
  },
  model: {
    says: 'after each step of 10,000 random sequences in currencies of two, no and three decimals every account, balance, shown figure and explanation equals an independent model; a planted cent is found',
    files: ['tests/model', 'tests/chaos/money-model'],
    parts: 5,
  },
  access: {
    says: 'every call refuses nobody, the unpermitted, other vendors and other stores, with no effect',
    files: ['tests/api/access/every-call', 'tests/api/generated/every-call', 'tests/api/generated/csrf'],
    parts: 1,
  },
  leaks: {
    says: 'two vendors share orders of every kind: nothing of one stands in anything the other gets, nor does anything tell that there is a bigger order; calls, documents, mails, exports and screens',
    files: ['tests/api/generated/shared-order-leaks', 'tests/screens'],
    parts: 1,
  },
  dashboard: {
    says: 'the dashboard of 216 stores with random orders and refunds, in three time zones over a change of clocks, equals a plain recomputation, the ledger and the lists, for the marketplace and for a vendor; the days that it sums equal the plain queries after every change',
    files: ['tests/api/marketplace/dashboard'],
    parts: 6,
  },
  ownership: {
    says: 'each ownership check of orders, found by a scanner, is taken away in turn: an answer changes that a test looks at (--only <part of a path> for some)',
    files: ['tests/ownership'],
    parts: 1,
  },
  inputs: {
    says: '1,000 random inputs to each call, at least 30 % of them past its schema: no 5xx, none hangs',
    files: ['tests/api/generated/fuzz'],
    parts: 1,
  },
  webhooks: {
    says: 'deliveries that come three times, shuffled, while workers are killed, end as one calm delivery would',
    files: ['tests/chaos/webhook-storm', 'tests/chaos/two-workers'],
    parts: 3,
  },
  storm: {
    says: '10,000 events of orders, each delivered three times, shuffled, a twentieth of the deliveries forged and of the events never delivered, end as one calm delivery does once the store was compared',
    files: ['tests/chaos/order-storm'],
    parts: 20,
  },
  crash: {
    says: '10,000 orders and 1,000 payouts by Stripe and PayPal while app, worker and database are killed at 200 points and the providers lose answers: nothing lost, nothing sent twice, nothing left unknown; a planted second transfer is found. 100 labels under 100 kills of the app and batches of 50 under 50 kills of the worker: each bought, charged and shipped once',
    files: ['tests/chaos/crash', 'tests/chaos/labels'],
    parts: 1,
  },
  sequences: {
    says: 'every sequence of up to five events of an order, in every order of arrival, duplicated, ends the same and as the platform says; with an edit, also when deliveries are lost and the order is read',
    files: ['tests/chaos/order-sequences', 'tests/chaos/order-lost'],
    parts: 1,
  },
  rename: {
    says: 'a vendor with 5,000 products and 10,000 orders gets another name while orders come in and the worker is killed twice: it ends complete, and nothing belongs to nobody',
    files: ['tests/api/products/rename'],
    parts: 1,
  },
  catalogue: {
    says: 'after 10,000 edits of products in the store admin, a tenth of whose webhooks are dropped, others doubled and out of order, the mirror equals the platform product by product',
    files: ['tests/chaos/products-storm'],
    parts: 2,
  },
  review: {
    says: 'under a holding rule no call and no webhook that a vendor can cause brings anything held to the storefront',
    files: ['tests/api/products/review-bypass'],
    parts: 1,
  },
  bulk: {
    says: '250 products found are approved at once in the store admin; one is refused, named, and approved when it is tried again',
    files: ['e2e/second-looks/products-bulk.spec'],
    parts: 1,
    inBrowser: true,
  },
  screens: {
    says: 'every screen at both doors, 390 and 1440 px, English and German: nothing fails, nothing scrolls sideways, axe finds nothing grave',
    files: ['e2e/second-looks/screens.spec'],
    parts: 1,
    inBrowser: true,
  },
  fulfillment: {
    says: 'ten orders in a row are shipped by keyboard alone, one in three parcels from two locations, twenty at once from the list, and one of a thousand lines',
    files: ['e2e/orders/fulfillment.spec', 'e2e/second-looks/orders-many.spec'],
    parts: 1,
    inBrowser: true,
  },
  'first-day': {
    says: 'from a clone of the commit, by the scripts of scripts/deploy, on each PostgreSQL that stands here and whose owner is no superuser: the doctor finds all in order, an order lives from the installation to its payout over a proxy with two web and two worker processes, and every amount is right',
    files: ['tests/operations/first-day'],
    parts: 1,
  },
  changes: {
    says: 'of 100,000 changes of orders by eight writers at once, some slow and some taken back, whoever reads from cursor to cursor misses none',
    files: ['tests/api/orders/order-changes'],
    parts: 1,
  },
  differences: {
    says: 'after 10,000 random changes of 200 products in two vendors’ own stores, one at the platform and one of WooCommerce, and here, a tenth of the reports lost, nothing differs after the next look that is not listed',
    files: ['tests/api/integrations/store-differences'],
    parts: 1,
  },
  faults: {
    says: 'a platform that throttles, fails, answers too late or takes access away, and a database that is away for 20 s, lose and double nothing',
    files: ['tests/chaos/faults', 'tests/chaos/database-away'],
    parts: 1,
  },
  upgrade: {
    says: 'the release before, this one and three made-up ones after it (a column added, one renamed, taken away) are rolled out one over the other under load: side by side for two minutes, a dump open, taken back and rolled out again, migrations killed ten times each: no request fails, no row differs from a calm run, no mail goes twice. The suite of the release before passes on the schema of this one',
    files: ['tests/operations/upgrade'],
    parts: 1,
  },
  'disk-full': {
    says: 'five minutes of a full disk under orders and requests: /ready says disk_full, and once there is room again nothing is dead and no order is missing (SMALL_DISK names an empty folder on a disk of at most 2 GB, such as a tmpfs)',
    files: ['tests/operations/disk-full'],
    parts: 1,
  },
  demo: {
    says: 'the demo has every feature on, and no list of the store admin or the portal is empty in it',
    files: ['tests/operations/demo'],
    parts: 1,
  },
  soak: {
    says: 'an hour at ten requests and two orders a second: no request fails, and the memory of the web and of the worker process in the last quarter is within 5 % of the second',
    files: ['tests/operations/soak'],
    parts: 1,
  },
};
