import type { Permission } from '#app/core/viewer.ts';

/** So long the bell holds what happened. */
export const NOTICE_DAYS = 90;

/** What a notice can be about. */
export const NOTICE_SUBJECTS = [
  'order',
  'product',
  'change',
  'payout',
  'offer',
  'conversation',
  'message',
  'application',
  'vendor',
  'run',
  'request',
  'sheet',
  'ownStore',
  'webhook',
  'importSchedule',
  'discount',
  'membership',
  'plan',
  'store',
] as const;
export type NoticeSubject = (typeof NOTICE_SUBJECTS)[number];

/** The groups of notices that a person may leave out of the bell. */
export const NOTICE_TOPICS = ['orders', 'products', 'money', 'messages', 'vendors'] as const;
export type NoticeTopic = (typeof NOTICE_TOPICS)[number];

type Kind = {
  /** Whose bell it is for: a vendor's people, the marketplace's admins, or whichever of them the occasion names. */
  to: 'vendor' | 'admins' | 'either';
  /** Null: safety or the law depends on it, and nobody can leave it out. */
  topic: NoticeTopic | null;
  subject: NoticeSubject;
  /** What somebody of a vendor needs to see it. */
  permission: Permission | null;
  /** The switch that hides it. */
  feature?: 'makeAnOffer' | 'messages' | 'integrations';
};

const ofOrder = { to: 'vendor', topic: 'orders', subject: 'order', permission: 'read_orders' } as const;
const ofProduct = { to: 'vendor', topic: 'products', subject: 'product', permission: 'read_products' } as const;
const ofChange = { ...ofProduct, subject: 'change' } as const;
const ofMembership = { to: 'vendor', topic: 'money', subject: 'membership', permission: null } as const;
const ofVendor = { to: 'admins', topic: 'vendors', subject: 'vendor', permission: null } as const;
const ofSheet = {
  to: 'vendor',
  topic: 'products',
  subject: 'sheet',
  permission: 'read_integrations',
  feature: 'integrations',
} as const;
const ofOwnStore = { ...ofSheet, subject: 'ownStore' } as const;
const ofPlan = { to: 'admins', topic: 'vendors', subject: 'plan', permission: null } as const;
const ofPayout = { to: 'vendor', topic: 'money', subject: 'payout', permission: 'read_finance' } as const;

/** Every kind of notice, by its name in the texts. */
export const NOTICE_KINDS = {
  orderPlaced: ofOrder,
  orderPaid: ofOrder,
  orderChanged: ofOrder,
  orderCancelled: ofOrder,
  orderReminder: ofOrder,
  orderDelivered: ofOrder,
  labelRefundRefused: { ...ofOrder, to: 'either', topic: 'money' },
  labelUnused: { ...ofOrder, to: 'either', topic: 'money' },
  deliveryFailed: ofOrder,
  orderReturning: ofOrder,
  returnDelivered: ofOrder,
  productApproved: ofProduct,
  productSentBack: ofProduct,
  changeApproved: ofChange,
  changeDeclined: ofChange,
  stockLow: ofProduct,
  offerRequested: { ...ofOrder, topic: 'messages', subject: 'offer', feature: 'makeAnOffer' },
  payoutPaid: ofPayout,
  payoutUnclaimed: ofPayout,
  payoutReturned: ofPayout,
  payoutDetailsChanged: { ...ofPayout, topic: null, subject: 'vendor' },
  payoutsOnHold: { ...ofPayout, topic: null, subject: 'vendor' },
  payoutsReleased: { ...ofPayout, topic: null, subject: 'vendor' },
  sheetPaused: ofSheet,
  ownStorePaused: ofOwnStore,
  discountToBear: { to: 'vendor', topic: 'money', subject: 'discount', permission: 'read_finance' },
  discountRefused: { to: 'admins', topic: 'money', subject: 'discount', permission: null },
  membershipEnding: ofMembership,
  membershipEnded: ofMembership,
  membershipUnpaid: ofMembership,
  vendorMembershipEnding: ofVendor,
  vendorMembershipEnded: ofVendor,
  vendorMembershipUnpaid: ofVendor,
  sheetWithoutMaker: ofSheet,
  ownStoreWithoutMaker: ofOwnStore,
  conversationMessage: {
    to: 'either',
    topic: 'messages',
    subject: 'conversation',
    permission: 'read_orders',
    feature: 'messages',
  },
  contactMessage: { to: 'either', topic: 'messages', subject: 'message', permission: 'read_orders' },
  productSubmitted: { ...ofProduct, to: 'admins' },
  changeSubmitted: { ...ofChange, to: 'admins' },
  decisionOutdated: { ...ofProduct, to: 'admins' },
  decisionFailed: { ...ofProduct, to: 'admins' },
  applicationReceived: { to: 'admins', topic: 'vendors', subject: 'application', permission: null },
  vendorCreated: ofVendor,
  payoutsRan: { to: 'admins', topic: 'money', subject: 'run', permission: null },
  payoutFailed: { ...ofPayout, to: 'admins' },
  dataRequest: { to: 'admins', topic: null, subject: 'request', permission: null },
  sheetWithoutRights: ofSheet,
  sheetErrorCells: ofSheet,
  sheetRowsVanished: ofSheet,
  ownStoreWithoutRights: ofOwnStore,
  ownStoreSilent: ofOwnStore,
  webhookOff: { ...ofSheet, to: 'either', subject: 'webhook' },
  importScheduleFailing: { ...ofSheet, to: 'either', subject: 'importSchedule' },
  importScheduleWorking: { ...ofSheet, to: 'either', subject: 'importSchedule' },
  storeHeld: { to: 'admins', topic: null, subject: 'store', permission: null },
  planVendorsNear: ofPlan,
  planVendorsReached: ofPlan,
  planProductsNear: ofPlan,
  planProductsReached: ofPlan,
  planOrdersNear: ofPlan,
  planOrdersReached: ofPlan,
} as const satisfies Record<string, Kind>;

export type NoticeKind = keyof typeof NOTICE_KINDS;
export const NOTICE_KIND_NAMES = Object.keys(NOTICE_KINDS) as [NoticeKind, ...NoticeKind[]];

const kindOf = (name: NoticeKind): Kind => NOTICE_KINDS[name];

/** Whose bell is looked at, and what of the marketplace is on. */
export type Bell = {
  isMarketplace: boolean;
  permissions: ReadonlySet<Permission>;
  features: Readonly<Record<'makeAnOffer' | 'messages' | 'integrations', boolean>>;
};

const isFor = ({ to }: Kind, isMarketplace: boolean): boolean => to === 'either' || (to === 'admins') === isMarketplace;

/** The kinds that somebody may see in a bell, before what they left out. */
function listAllowed(bell: Bell): NoticeKind[] {
  return NOTICE_KIND_NAMES.filter((name) => {
    const kind = kindOf(name);
    if (!isFor(kind, bell.isMarketplace) || (kind.feature && !bell.features[kind.feature])) return false;
    return bell.isMarketplace || kind.permission === null || bell.permissions.has(kind.permission);
  });
}

/** A kind of notice with the topic by which a person may leave it out; null where nobody can. */
export type KindOfTopic = { kind: NoticeKind; topic: NoticeTopic | null };

/** The kinds that a bell may have, each with its topic: those of the topics that the person left out are not shown. */
export const listKinds = (bell: Bell): KindOfTopic[] =>
  listAllowed(bell).map((kind) => ({ kind, topic: kindOf(kind).topic }));

/** The topics that somebody may choose about. */
export function listTopics(bell: Bell): NoticeTopic[] {
  const topics = new Set(listAllowed(bell).map((name) => kindOf(name).topic));
  return NOTICE_TOPICS.filter((topic) => topics.has(topic));
}

const PATHS: Record<NoticeSubject, (id: string) => string> = {
  order: (id) => `/orders/${id}`,
  product: (id) => `/products/${id}`,
  change: (id) => `/changes/${id}`,
  payout: (id) => `/money/payouts/${id}`,
  offer: (id) => `/offers/${id}`,
  conversation: (id) => `/conversations/${id}`,
  message: (id) => `/messages/${id}`,
  application: (id) => `/applications?open=${id}`,
  vendor: (id) => `/vendors/${id}`,
  run: () => '/money/payouts',
  request: () => '/privacy',
  sheet: () => '/settings/sheets',
  ownStore: () => '/settings/integrations',
  webhook: (id) => `/settings/webhooks/${id}`,
  importSchedule: (id) => `/settings/imports/${id}`,
  discount: (id) => `/discounts/${id}`,
  membership: () => '/membership',
  plan: () => '/settings/plan',
  store: () => '/deliveries',
};

/** Kinds that lead elsewhere than to what they are about: a vendor does not open a discount of the marketplace. */
const OWN_PATHS: Partial<Record<NoticeKind, string>> = {
  payoutDetailsChanged: '/payment-information',
  payoutsOnHold: '/money',
  payoutsReleased: '/money',
  discountToBear: '/discounts',
};

/** What a page is about, by its address below the layout: of some pages everything of a kind. */
export type OpenedSubject = { subject: NoticeSubject; id: bigint | null };

/** The subject whose page an address is; undefined for pages that no notice leads to. */
export function findOpenedSubject(path: string, search: URLSearchParams): OpenedSubject | undefined {
  const opened = search.get('open') ?? '';
  const place = opened === '' ? path : `${path}?open=${opened}`;
  // A page below that of the subject (its refund, its review) is about the same.
  const [, before = '', id = ''] = /^(.*?[/=])(\d{1,18})(?:\/.*)?$/.exec(place) ?? [];
  if (id !== '') {
    const subject = NOTICE_SUBJECTS.find((one) => PATHS[one]('') === before);
    return subject ? { subject, id: BigInt(id) } : undefined;
  }
  const kind = NOTICE_KIND_NAMES.find((name) => OWN_PATHS[name] === path);
  const subject = kind ? kindOf(kind).subject : NOTICE_SUBJECTS.find((one) => PATHS[one]('') === path);
  return subject ? { subject, id: null } : undefined;
}

/** Where a notice leads, below the layout. */
export function pathOfNotice(kind: NoticeKind, subjectId: string): string {
  return OWN_PATHS[kind] ?? PATHS[kindOf(kind).subject](subjectId);
}
