import { z } from 'zod';
import type { Permission } from '#app/core/viewer.ts';

const text = z.string().max(5_000);
const url = z.string().max(2_000);

/**
 * One template: whom it speaks to (a `visitor` has nothing to do with the marketplace but a form), whether it is sent although the store switched its mails off (sign-in depends on it),
 * the permission by which staff get it besides managers, its variables below `params`, and values for previews and tests.
 */
type Template<Variables extends z.ZodType> = {
  to: 'person' | 'vendor' | 'admins' | 'visitor';
  essential: boolean;
  /** Goes out although the store is no longer installed: it tells of exactly that. */
  afterUninstall?: true;
  permission: Permission | null;
  variables: Variables;
  sample: z.output<Variables>;
};

const template = <Variables extends z.ZodType>(one: Template<Variables>): Template<Variables> => one;

/** What a visitor wrote: `note` in one piece, or `fields` of a theme's own form. */
const contactMessage = z.object({
  sender: text,
  email: text,
  note: text,
  fields: z.array(z.object({ name: text, value: text })).max(20),
  vendor_name: text,
  url,
});
const CONTACT_SAMPLE: z.output<typeof contactMessage> = {
  sender: 'Robin Vale',
  email: 'robin@buyers.example',
  note: 'Can the mug go into the dishwasher?',
  fields: [{ name: 'Order', value: '#1042' }],
  vendor_name: 'Kiln & Co',
  url: 'https://example.com/app/messages/1',
};

/** The last messages of a conversation, oldest first, as the side reads them that gets the mail; `about` is empty where it is about nothing in particular. */
const newMessages = z.object({
  about: text,
  vendor_name: text,
  messages: z
    .array(
      z.object({
        from: z.enum(['buyer', 'seller', 'admin']),
        name: text,
        by_marketplace: z.boolean(),
        text,
        picture: z.boolean(),
      }),
    )
    .max(5),
  url,
});
const NEW_MESSAGES_SAMPLE: z.output<typeof newMessages> = {
  about: 'Kettle',
  vendor_name: 'Kettle House',
  messages: [
    {
      from: 'buyer',
      name: 'Robin',
      by_marketplace: false,
      text: 'Does the kettle fit an induction hob?',
      picture: true,
    },
    { from: 'seller', name: 'Kettle House', by_marketplace: false, text: 'Yes, it does.', picture: false },
  ],
  url: 'https://example.com/chat?token=abc',
};

/** What a buyer offers for something, or is offered: prices of one unit, and the total of all units. */
const offer = z.object({
  product_title: text,
  variant: text,
  vendor_name: text,
  quantity: z.number(),
  price: text,
  listed_price: text,
  total: text,
  days: z.number(),
  url,
});
const OFFER_SAMPLE: z.output<typeof offer> = {
  product_title: 'Stoneware mug',
  variant: 'Sand',
  vendor_name: 'Kiln & Co',
  quantity: 2,
  price: '$20.00',
  listed_price: '$24.00',
  total: '$40.00',
  days: 7,
  url: 'https://example.com/offer?token=abc',
};

/** A line of a vendor's order. `properties` are what the buyer had it made like. */
const orderLine = z.object({
  title: text,
  variant: text,
  sku: text,
  properties: z.array(z.object({ name: text, value: text })).max(100),
  selling_plan: text,
  quantity: z.number(),
  total: text,
});
const MUG_SAMPLE: z.output<typeof orderLine> = {
  title: 'Stoneware mug',
  variant: 'Sand',
  sku: 'KC-MUG-S',
  properties: [{ name: 'Engraving', value: 'For Ana' }],
  selling_plan: '',
  quantity: 2,
  total: '$48.00',
};

/** What of a vendor's order is still to be sent. */
const orderReminder = z.object({
  order_number: text,
  placed_on: text,
  vendor_name: text,
  lines: z.array(orderLine).max(500),
  total: text,
  ship_to: z.array(text).max(10),
  url,
});
const REMINDER_SAMPLE: z.output<typeof orderReminder> = {
  order_number: '#1042',
  placed_on: '21 Nov 2026',
  vendor_name: 'Kiln & Co',
  lines: [MUG_SAMPLE],
  total: '$48.00',
  ship_to: ['Robin Vale', 'Keizersgracht 12', '1015 CX Amsterdam', 'NL'],
  url: 'https://example.com/app/orders/1',
};
const reminder = () =>
  template({
    to: 'vendor',
    essential: false,
    permission: 'read_orders',
    variables: orderReminder,
    sample: REMINDER_SAMPLE,
  });

/** A label that was paid for; `tracking_number` may be empty. */
const labelProblem = {
  essential: false,
  variables: z.object({
    order_number: text,
    vendor_name: text,
    carrier: text,
    tracking_number: text,
    amount: text,
    is_refused: z.boolean(),
    url,
  }),
  sample: {
    order_number: '#1042',
    vendor_name: 'Kiln & Co',
    carrier: 'PostNL',
    tracking_number: '3SABCD1234567',
    amount: '$7.20',
    is_refused: false,
    url: 'https://example.com/app/orders/1',
  },
};

const membership = {
  essential: false,
  variables: z.object({
    vendor_name: text,
    plan_name: text,
    state: text,
    ends_on: text,
    takes_products_off: z.boolean(),
    url,
  }),
  sample: {
    vendor_name: 'Kiln & Co',
    plan_name: 'Studio',
    state: 'ending',
    ends_on: '31 Dec 2026',
    takes_products_off: false,
    url: 'https://example.com/app/membership',
  },
};

/** A limit of the app's plan: `limit` is vendors, products or orders; `used` and `included` are counts of it. */
const planLimit = z.object({ limit: text, is_reached: z.boolean(), used: z.number(), included: z.number(), url });

/** The registry of mails, by the specification's names. A feature that sends one registers where its variables come from. */
export const MAIL_TEMPLATES = {
  'order-placed': template({
    to: 'vendor',
    essential: false,
    permission: 'read_orders',
    variables: z.object({
      order_number: text,
      placed_on: text,
      vendor_name: text,
      /** False while the buyer has not paid: nothing should be sent yet. */
      is_paid: z.boolean(),
      lines: z.array(orderLine).max(500),
      total: text,
      ship_to: z.array(text).max(10),
      note: text,
      url,
    }),
    sample: {
      order_number: '#1042',
      placed_on: '21 Nov 2026',
      vendor_name: 'Kiln & Co',
      is_paid: true,
      lines: [
        MUG_SAMPLE,
        {
          title: 'Serving bowl',
          variant: '',
          sku: 'KC-BOWL',
          properties: [],
          selling_plan: '',
          quantity: 1,
          total: '$64.00',
        },
      ],
      total: '$112.00',
      ship_to: ['Robin Vale', 'Keizersgracht 12', '1015 CX Amsterdam', 'NL'],
      note: '',
      url: 'https://example.com/app/orders/1',
    },
  }),
  /** An order that had to wait for its payment is paid: go on. */
  'order-paid': reminder(),
  'order-reminder-1': reminder(),
  'order-reminder-2': reminder(),
  'order-reminder-3': reminder(),
  /** What is left to send changed before it left; `lines` are empty where nothing is left. */
  'order-changed': template({
    to: 'vendor',
    essential: false,
    permission: 'read_orders',
    variables: z.object({
      order_number: text,
      placed_on: text,
      vendor_name: text,
      lines: z.array(orderLine).max(500),
      total: text,
      url,
    }),
    sample: {
      order_number: '#1042',
      placed_on: '21 Nov 2026',
      vendor_name: 'Kiln & Co',
      lines: [MUG_SAMPLE],
      total: '$48.00',
      url: 'https://example.com/app/orders/1',
    },
  }),
  'order-cancelled': template({
    to: 'vendor',
    essential: false,
    permission: 'read_orders',
    variables: z.object({
      order_number: text,
      placed_on: text,
      vendor_name: text,
      lines: z.array(orderLine).max(500),
      total: text,
      url,
    }),
    sample: {
      order_number: '#1042',
      placed_on: '21 Nov 2026',
      vendor_name: 'Kiln & Co',
      lines: [MUG_SAMPLE],
      total: '$48.00',
      url: 'https://example.com/app/orders/1',
    },
  }),
  /** A package did not arrive; `is_returned`: it comes back. */
  'order-delivery-problem': template({
    to: 'vendor',
    essential: false,
    permission: 'read_orders',
    variables: z.object({
      order_number: text,
      vendor_name: text,
      carrier: text,
      tracking_number: text,
      is_returned: z.boolean(),
      url,
    }),
    sample: {
      order_number: '#1042',
      vendor_name: 'Kiln & Co',
      carrier: 'PostNL',
      tracking_number: '3SABCD1234567',
      is_returned: false,
      url: 'https://example.com/app/orders/1',
    },
  }),
  /** A paid label of an order asks for a decision; `is_refused`: its money does not come back, else its order was canceled. */
  'vendor-label-problem': template({ ...labelProblem, to: 'vendor', permission: 'read_orders' }),
  'marketplace-label-problem': template({ ...labelProblem, to: 'admins', permission: null }),
  /**
   * `state`: ending (it was canceled and runs until `ends_on`), ended or unpaid. `takes_products_off`: without it the vendor's
   * products are not for sale.
   */
  'vendor-membership': template({ ...membership, to: 'vendor', permission: null }),
  'marketplace-membership': template({ ...membership, to: 'admins', permission: null }),
  /** What a vendor connected is no longer synced. `reason`: access, maker (whoever connected it left) or rights (that person lost them). */
  'vendor-integration-lost': template({
    to: 'vendor',
    essential: false,
    permission: 'read_integrations',
    variables: z.object({ vendor_name: text, name: text, is_sheet: z.boolean(), reason: text, url }),
    sample: {
      vendor_name: 'Kiln & Co',
      name: 'Kiln stock',
      is_sheet: true,
      reason: 'access',
      url: 'https://example.com/app/settings/sheets',
    },
  }),
  /** A limit of the app's plan is nearly used up, or reached. */
  'marketplace-plan-limit': template({
    to: 'admins',
    essential: false,
    permission: null,
    variables: planLimit,
    sample: {
      limit: 'products',
      is_reached: false,
      used: 820,
      included: 1_000,
      url: 'https://example.com/app/settings/plan',
    },
  }),
  /** Nothing leaves the house any more. `is_restored`: the program noticed a restore; else `held_by` asked for it. */
  'marketplace-store-held': template({
    to: 'admins',
    essential: true,
    permission: null,
    variables: z.object({ is_restored: z.boolean(), held_by: text, held_since: text, url }),
    sample: {
      is_restored: true,
      held_by: '',
      held_since: '21 November 2026 at 11:48',
      url: 'https://example.com/app/deliveries',
    },
  }),
  /** A discount that the vendor bears, wholly or in part, and did not make or change itself. `until` is empty without an end. */
  'vendor-discount': template({
    to: 'vendor',
    essential: false,
    permission: 'read_finance',
    variables: z.object({
      discount_name: text,
      vendor_name: text,
      value: text,
      share: text,
      from: text,
      until: text,
      can_refuse: z.boolean(),
      url,
    }),
    sample: {
      discount_name: 'SUMMER10',
      vendor_name: 'Kiln & Co',
      value: '10%',
      share: '50%',
      from: '1 Dec 2026',
      until: '24 Dec 2026',
      can_refuse: true,
      url: 'https://example.com/app/discounts',
    },
  }),
  'marketplace-discount-refused': template({
    to: 'admins',
    essential: false,
    permission: null,
    variables: z.object({ discount_name: text, vendor_name: text, is_over: z.boolean(), url }),
    sample: {
      discount_name: 'SUMMER10',
      vendor_name: 'Kiln & Co',
      is_over: false,
      url: 'https://example.com/app/discounts/1',
    },
  }),
  'product-approved': template({
    to: 'vendor',
    essential: false,
    permission: 'read_products',
    /** `is_change`: it is about a change to a live product, which goes on selling either way. */
    variables: z.object({ product_title: text, vendor_name: text, is_change: z.boolean(), note: text, url }),
    sample: {
      product_title: 'Stoneware mug',
      vendor_name: 'Kiln & Co',
      is_change: false,
      note: '',
      url: 'https://example.com/app/products/1',
    },
  }),
  'product-unapproved': template({
    to: 'vendor',
    essential: false,
    permission: 'read_products',
    /** `is_change`: it is about a change to a live product, which goes on selling either way. */
    variables: z.object({ product_title: text, vendor_name: text, is_change: z.boolean(), note: text, url }),
    sample: {
      product_title: 'Stoneware mug',
      vendor_name: 'Kiln & Co',
      is_change: false,
      note: 'Please add a picture from above.',
      url: 'https://example.com/app/products/1',
    },
  }),
  'marketplace-on-product-submitted': template({
    to: 'admins',
    essential: false,
    permission: null,
    variables: z.object({ product_title: text, vendor_name: text, is_change: z.boolean(), url }),
    sample: {
      product_title: 'Stoneware mug',
      vendor_name: 'Kiln & Co',
      is_change: false,
      url: 'https://example.com/app/products/1',
    },
  }),
  'marketplace-vendor-request': template({
    to: 'admins',
    essential: false,
    permission: null,
    variables: z.object({
      vendor_name: text,
      email: text,
      fields: z.array(z.object({ name: text, value: text })).max(100),
      url,
    }),
    sample: {
      vendor_name: 'Kiln & Co',
      email: 'hello@kiln.example',
      fields: [{ name: 'What do you make?', value: 'Stoneware, thrown by hand.' }],
      url: 'https://example.com/app/vendors/applications',
    },
  }),
  'marketplace-new-vendor': template({
    to: 'admins',
    essential: false,
    permission: null,
    variables: z.object({ vendor_name: text, email: text, created_by: text, url }),
    sample: {
      vendor_name: 'Kiln & Co',
      email: 'hello@kiln.example',
      created_by: 'Mira',
      url: 'https://example.com/app/vendors/1',
    },
  }),
  'vendor-pending-approval': template({
    to: 'person',
    essential: false,
    permission: null,
    variables: z.object({ vendor_name: text }),
    sample: { vendor_name: 'Kiln & Co' },
  }),
  'vendor-rejection': template({
    to: 'person',
    essential: false,
    permission: null,
    variables: z.object({ vendor_name: text, note: text }),
    sample: { vendor_name: 'Kiln & Co', note: '' },
  }),
  'marketplace-contact-message': template({
    to: 'admins',
    essential: false,
    permission: null,
    variables: contactMessage,
    sample: { ...CONTACT_SAMPLE, vendor_name: '' },
  }),
  'vendor-contact-message': template({
    to: 'vendor',
    essential: false,
    permission: 'read_orders',
    variables: contactMessage,
    sample: CONTACT_SAMPLE,
  }),
  'offer-requested': template({
    to: 'vendor',
    essential: false,
    permission: 'read_orders',
    /** `is_answer`: the buyer answers a counter-offer with another price. `days`: the time to answer. */
    variables: offer.extend({ is_answer: z.boolean() }),
    sample: { ...OFFER_SAMPLE, is_answer: false, url: 'https://example.com/app/offers/1' },
  }),
  'order-ready-for-pickup': template({
    to: 'visitor',
    essential: false,
    permission: null,
    variables: z.object({
      order_number: text,
      vendor_name: text,
      place: z.array(text).max(6),
      hours: text,
      lines: z.array(z.object({ title: text, variant: text, quantity: z.number() })).max(500),
    }),
    sample: {
      order_number: '#1042',
      vendor_name: 'Kettle House',
      place: ['Kettle House', 'Harbour Road 1', '5003 Bergen'],
      hours: 'Mon–Fri 9–17',
      lines: [{ title: 'Kettle', variant: 'Steel', quantity: 1 }],
    },
  }),
  'offer-received': template({
    to: 'visitor',
    essential: false,
    permission: null,
    /** `is_accepted`: the link is the invoice at the agreed price; else the seller counters, and the link is where to answer. */
    variables: offer.extend({ is_accepted: z.boolean() }),
    sample: { ...OFFER_SAMPLE, is_accepted: true },
  }),
  'offer-rejected': template({
    to: 'visitor',
    essential: false,
    permission: null,
    /** `is_expired`: nobody answered, or the invoice was not paid in time. */
    variables: offer.extend({ is_expired: z.boolean() }),
    sample: { ...OFFER_SAMPLE, is_expired: false, url: 'https://example.com' },
  }),
  'vendor-new-message': template({
    to: 'vendor',
    essential: false,
    permission: 'read_orders',
    variables: newMessages,
    sample: { ...NEW_MESSAGES_SAMPLE, url: 'https://example.com/app/conversations/1' },
  }),
  'buyer-new-message': template({
    to: 'visitor',
    essential: false,
    permission: null,
    variables: newMessages,
    sample: NEW_MESSAGES_SAMPLE,
  }),
  'marketplace-new-message': template({
    to: 'admins',
    essential: false,
    permission: null,
    variables: newMessages,
    sample: { ...NEW_MESSAGES_SAMPLE, url: 'https://example.com/app/conversations/1' },
  }),
  'marketplace-automated-payments': template({
    to: 'admins',
    essential: false,
    permission: null,
    /** `amounts`: what was started, a sum for each currency. */
    variables: z.object({ payouts: z.number(), amounts: text, refused: z.number(), skipped: z.number(), url }),
    sample: { payouts: 3, amounts: '$412.00', refused: 0, skipped: 2, url: 'https://example.com/app/money/payouts' },
  }),
  'marketplace-duty-digest': template({
    to: 'admins',
    essential: false,
    permission: null,
    /** How much of each kind waits for the admins. */
    variables: z.object({
      applications: z.number(),
      products: z.number(),
      orders: z.number(),
      payouts: z.number(),
      messages: z.number(),
      integrations: z.number(),
      failures: z.number(),
      url,
    }),
    sample: {
      applications: 2,
      products: 5,
      orders: 1,
      payouts: 3,
      messages: 4,
      integrations: 1,
      failures: 0,
      url: 'https://example.com/app',
    },
  }),
  'marketplace-integration-set': template({
    to: 'admins',
    essential: false,
    permission: null,
    /** `service` sends the mails to vendors from now on; empty: our own mail server. `sends_events`: it gets events and makes the mails itself. */
    variables: z.object({ service: text, sends_events: z.boolean(), changed_by: text, changed_on: text, url }),
    sample: {
      service: 'Brevo',
      sends_events: false,
      changed_by: 'Mira',
      changed_on: '21 November 2026 at 11:48',
      url: 'https://example.com/app/settings/notifications',
    },
  }),
  'marketplace-payout-failed': template({
    to: 'admins',
    essential: false,
    permission: null,
    /**
     * `state`: failed, reversed (the money came back) or unclaimed (nobody has taken it yet). `is_part`: only `amount` of it came
     * back. `is_stopped`: it was not sent, because the provider holds a payout to the vendor that is not here.
     */
    variables: z.object({
      vendor_name: text,
      amount: text,
      way: text,
      state: text,
      is_part: z.boolean(),
      is_stopped: z.boolean(),
      url,
    }),
    sample: {
      vendor_name: 'Kiln & Co',
      amount: '$91.58',
      way: 'PayPal',
      state: 'failed',
      is_part: false,
      is_stopped: false,
      url: 'https://example.com/app/money/payouts/1',
    },
  }),
  'vendor-payout-unclaimed': template({
    to: 'vendor',
    essential: false,
    permission: 'read_finance',
    /** `is_returned`: nobody took the money in time, or it was sent back; it is due again. */
    variables: z.object({ vendor_name: text, amount: text, way: text, is_returned: z.boolean(), url }),
    sample: {
      vendor_name: 'Kiln & Co',
      amount: '$91.58',
      way: 'PayPal',
      is_returned: false,
      url: 'https://example.com/app/money/payouts/1',
    },
  }),
  'vendor-payout-details-changed': template({
    to: 'vendor',
    essential: true,
    permission: 'read_finance',
    /** `way`: by whom the vendor will be paid; empty where the way was removed. `is_bank_account`: the account for manual payouts is meant. */
    variables: z.object({ vendor_name: text, way: text, is_bank_account: z.boolean(), changed_on: text, url }),
    sample: {
      vendor_name: 'Kiln & Co',
      way: 'Stripe',
      is_bank_account: false,
      changed_on: '21 November 2026 at 11:48',
      url: 'https://example.com/app/payment-information',
    },
  }),
  'subscriber-confirm': template({
    to: 'visitor',
    essential: true,
    permission: null,
    variables: z.object({ url, unsubscribe_url: url, days: z.number() }),
    sample: {
      url: 'https://example.com/contact/confirm?token=abc',
      unsubscribe_url: 'https://example.com/contact/unsubscribe?token=abc',
      days: 7,
    },
  }),
  'subscriber-welcome': template({
    to: 'visitor',
    essential: false,
    permission: null,
    variables: z.object({ url, unsubscribe_url: url }),
    sample: { url: 'https://example.com', unsubscribe_url: 'https://example.com/contact/unsubscribe?token=abc' },
  }),
  'marketplace-data-request': template({
    to: 'admins',
    essential: true,
    permission: null,
    variables: z.object({ due_on: text, url }),
    sample: { due_on: '21 December 2026', url: 'https://example.com/app/privacy' },
  }),
  'marketplace-uninstalled': template({
    to: 'admins',
    essential: true,
    afterUninstall: true,
    permission: null,
    variables: z.object({
      owed: z.array(z.object({ vendor: text, amount: text })).max(500),
      totals: text,
      /** More vendors are owed something than a mail can list. */
      is_cut: z.boolean(),
    }),
    sample: {
      owed: [
        { vendor: 'Kiln & Co', amount: '$112.00' },
        { vendor: 'Atelier Nour', amount: '$91.58' },
      ],
      totals: '$203.58',
      is_cut: false,
    },
  }),
  'auth-invite': template({
    to: 'person',
    essential: true,
    permission: null,
    variables: z.object({ name: text, email: text, vendor_name: text, url, days: z.number() }),
    sample: {
      name: 'Noor',
      email: 'noor@kiln.example',
      vendor_name: 'Kiln & Co',
      url: 'https://example.com/app/login/change-password',
      days: 14,
    },
  }),
  'auth-change-password': template({
    to: 'person',
    essential: true,
    permission: null,
    variables: z.object({ name: text, code: text, url, hours: z.number() }),
    sample: { name: 'Noor', code: '482913', url: 'https://example.com/app/login/change-password', hours: 24 },
  }),
  'auth-verify': template({
    to: 'person',
    essential: true,
    permission: null,
    variables: z.object({ name: text, code: text, url, hours: z.number() }),
    sample: { name: 'Noor', code: '482913', url: 'https://example.com/app/account', hours: 24 },
  }),
  'auth-second-factor-reset': template({
    to: 'person',
    essential: true,
    permission: null,
    variables: z.object({ name: text, by: text, url }),
    sample: { name: 'Noor', by: 'Mira', url: 'https://example.com/app/account' },
  }),
} as const;

export type MailTemplateName = keyof typeof MAIL_TEMPLATES;
export const MAIL_TEMPLATE_NAMES = Object.keys(MAIL_TEMPLATES) as readonly MailTemplateName[];
export type MailVariablesOf<Name extends MailTemplateName> = z.output<(typeof MAIL_TEMPLATES)[Name]['variables']>;

/** Whether admins may look at a real mail of a template: none that holds a link or a code by which somebody else signs in or answers. */
export function hasRealPreview(name: MailTemplateName): boolean {
  const { to, essential } = MAIL_TEMPLATES[name];
  return !essential && to !== 'visitor';
}

export function isMailTemplate(name: string): name is MailTemplateName {
  return name in MAIL_TEMPLATES;
}

/**
 * `queued` waits for its time, `expanded` was replaced by one mail for each address, `sent` was taken by the mail server,
 * `failed` was tried eight times, `suppressed` was held back (mails switched off, store uninstalled), `void` lost its
 * occasion (what it tells of is gone).
 */
export const MAIL_STATES = ['queued', 'expanded', 'sent', 'failed', 'suppressed', 'void'] as const;
export type MailState = (typeof MAIL_STATES)[number];

export const MAX_TRIES = 8;
const FIRST_PAUSE_MS = 30_000;
/** A mail that failed first so long ago is given up. */
const MAX_FAILING_MS = 48 * 3_600_000;
const MAX_AWAY_PAUSE_MS = 15 * 60_000;

/** When a mail that failed `tries` times is tried again: after 30 s, 2 min, 8 min, …, the eighth after a day and a half. */
export function nextTry(tries: number, now: Date): Date {
  return new Date(now.getTime() + FIRST_PAUSE_MS * 4 ** (tries - 1));
}

/**
 * When a mail is tried again that nobody took because the mail server is away: after 30 s at first, every 15 minutes in the end.
 * Undefined after two days.
 */
export function nextTryOfAway(failingSince: Date, now: Date): Date | undefined {
  const failingMs = now.getTime() - failingSince.getTime();
  if (failingMs >= MAX_FAILING_MS) return undefined;
  return new Date(now.getTime() + Math.min(MAX_AWAY_PAUSE_MS, Math.max(FIRST_PAUSE_MS, failingMs / 4)));
}

/** Default subject and body of one template in one language, as the template language reads them. */
export type MailText = { subject: string; body: string };
/** The words a store may choose itself. */
export type MailWords = { vendor: string; product: string; marketplace: string };

/** How a store's mails look. `brand` is a six-digit hex colour on which white can be read. */
export type MailLook = {
  storeName: string;
  logo: { kind: 'image'; src: string } | { kind: 'text'; text: string };
  brand: string;
  words: Partial<MailWords>;
};

/** The brand colour of a store that chose none. */
export const DEFAULT_LOOK_BRAND = '#4f46e5';

/** A mail ready to be handed to the mail server. */
export type RenderedMail = { subject: string; html: string; text: string };
