import { z } from 'zod';
import type { MailTemplateName } from './mail.ts';

/** The variables of one template below `params`, and values for previews and tests. */
type TemplateVariables<Variables extends z.ZodType> = { variables: Variables; sample: z.output<Variables> };

const template = <Variables extends z.ZodType>(one: TemplateVariables<Variables>): TemplateVariables<Variables> => one;

const text = z.string().max(5_000);

const url = z.string().max(2_000);

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
const orderReminderVariables = z.object({
  order_number: text,
  placed_on: text,
  vendor_name: text,
  lines: z.array(orderLine).max(500),
  total: text,
  ship_to: z.array(text).max(10),
  url,
});

const REMINDER_SAMPLE: z.output<typeof orderReminderVariables> = {
  order_number: '#1042',
  placed_on: '21 Nov 2026',
  vendor_name: 'Kiln & Co',
  lines: [MUG_SAMPLE],
  total: '$48.00',
  ship_to: ['Robin Vale', 'Keizersgracht 12', '1015 CX Amsterdam', 'NL'],
  url: 'https://example.com/app/orders/1',
};

const orderReminder = template({ variables: orderReminderVariables, sample: REMINDER_SAMPLE });

/** A label that was paid for; `tracking_number` may be empty. */
const labelProblem = template({
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
});

const webhookOff = template({
  variables: z.object({ address: text, problem: text, url }),
  sample: { address: 'erp.example.com/souk', problem: 'failing', url: 'https://example.com/app/settings/webhooks/1' },
});

const importSchedule = template({
  variables: z.object({ name: text, state: text, reason: text, url }),
  sample: {
    name: 'Supplier stock',
    state: 'failing',
    reason: 'login',
    url: 'https://example.com/app/settings/imports/1',
  },
});

const membership = template({
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
});

/** A limit of the app's plan: `limit` is vendors, products or orders; `used` and `included` are counts of it. */
const planLimit = z.object({ limit: text, is_reached: z.boolean(), used: z.number(), included: z.number(), url });

/** What each mail says. A feature that sends one registers where its variables come from. */
export const MAIL_VARIABLES = {
  'order-placed': template({
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
  'order-paid': orderReminder,
  'order-reminder-1': orderReminder,
  'order-reminder-2': orderReminder,
  'order-reminder-3': orderReminder,
  'order-changed': template({
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
  'order-delivery-problem': template({
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
  'vendor-label-problem': labelProblem,
  'marketplace-label-problem': labelProblem,
  'vendor-membership': membership,
  'marketplace-membership': membership,
  'vendor-integration-lost': template({
    variables: z.object({ vendor_name: text, name: text, is_sheet: z.boolean(), reason: text, url }),
    sample: {
      vendor_name: 'Kiln & Co',
      name: 'Kiln stock',
      is_sheet: true,
      reason: 'access',
      url: 'https://example.com/app/settings/sheets',
    },
  }),
  'vendor-webhook-off': webhookOff,
  'marketplace-webhook-off': webhookOff,
  'vendor-import-schedule': importSchedule,
  'marketplace-import-schedule': importSchedule,
  'marketplace-sync-unhealthy': template({
    variables: z.object({ is_behind: z.boolean(), names: text, more: z.number(), url }),
    sample: {
      is_behind: false,
      names: 'Kiln & Co (kiln-co.myshopify.com)',
      more: 0,
      url: 'https://example.com/app/settings/integrations',
    },
  }),
  'marketplace-plan-limit': template({
    variables: planLimit,
    sample: {
      limit: 'products',
      is_reached: false,
      used: 820,
      included: 1_000,
      url: 'https://example.com/app/settings/plan',
    },
  }),
  'marketplace-store-held': template({
    variables: z.object({ is_restored: z.boolean(), held_by: text, held_since: text, url }),
    sample: {
      is_restored: true,
      held_by: '',
      held_since: '21 November 2026 at 11:48',
      url: 'https://example.com/app/deliveries',
    },
  }),
  'vendor-discount': template({
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
    variables: z.object({ discount_name: text, vendor_name: text, is_over: z.boolean(), url }),
    sample: {
      discount_name: 'SUMMER10',
      vendor_name: 'Kiln & Co',
      is_over: false,
      url: 'https://example.com/app/discounts/1',
    },
  }),
  'product-approved': template({
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
    variables: z.object({ product_title: text, vendor_name: text, is_change: z.boolean(), url }),
    sample: {
      product_title: 'Stoneware mug',
      vendor_name: 'Kiln & Co',
      is_change: false,
      url: 'https://example.com/app/products/1',
    },
  }),
  'marketplace-vendor-request': template({
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
    variables: z.object({ vendor_name: text, email: text, created_by: text, url }),
    sample: {
      vendor_name: 'Kiln & Co',
      email: 'hello@kiln.example',
      created_by: 'Mira',
      url: 'https://example.com/app/vendors/1',
    },
  }),
  'vendor-pending-approval': template({
    variables: z.object({ vendor_name: text }),
    sample: { vendor_name: 'Kiln & Co' },
  }),
  'vendor-rejection': template({
    variables: z.object({ vendor_name: text, note: text }),
    sample: { vendor_name: 'Kiln & Co', note: '' },
  }),
  'marketplace-contact-message': template({
    variables: contactMessage,
    sample: { ...CONTACT_SAMPLE, vendor_name: '' },
  }),
  'vendor-contact-message': template({ variables: contactMessage, sample: CONTACT_SAMPLE }),
  'offer-requested': template({
    /** `is_answer`: the buyer answers a counter-offer with another price. `days`: the time to answer. */
    variables: offer.extend({ is_answer: z.boolean() }),
    sample: { ...OFFER_SAMPLE, is_answer: false, url: 'https://example.com/app/offers/1' },
  }),
  'order-ready-for-pickup': template({
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
    /** `is_accepted`: the link is the invoice at the agreed price; else the seller counters, and the link is where to answer. */
    variables: offer.extend({ is_accepted: z.boolean() }),
    sample: { ...OFFER_SAMPLE, is_accepted: true },
  }),
  'offer-rejected': template({
    /** `is_expired`: nobody answered, or the invoice was not paid in time. */
    variables: offer.extend({ is_expired: z.boolean() }),
    sample: { ...OFFER_SAMPLE, is_expired: false, url: 'https://example.com' },
  }),
  'vendor-new-message': template({
    variables: newMessages,
    sample: { ...NEW_MESSAGES_SAMPLE, url: 'https://example.com/app/conversations/1' },
  }),
  'buyer-new-message': template({ variables: newMessages, sample: NEW_MESSAGES_SAMPLE }),
  'marketplace-new-message': template({
    variables: newMessages,
    sample: { ...NEW_MESSAGES_SAMPLE, url: 'https://example.com/app/conversations/1' },
  }),
  'marketplace-automated-payments': template({
    /** `amounts`: what was started, a sum for each currency. */
    variables: z.object({ payouts: z.number(), amounts: text, refused: z.number(), skipped: z.number(), url }),
    sample: { payouts: 3, amounts: '$412.00', refused: 0, skipped: 2, url: 'https://example.com/app/money/payouts' },
  }),
  'marketplace-duty-digest': template({
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
  'vendor-payouts-on-hold': template({
    /** `is_released`: the hold ended. `reason`: what the marketplace wrote when it began. */
    variables: z.object({ vendor_name: text, is_released: z.boolean(), reason: text, url }),
    sample: {
      vendor_name: 'Kiln & Co',
      is_released: false,
      reason: 'We are waiting for your proof of address.',
      url: 'https://example.com/app/money',
    },
  }),
  'vendor-payout-details-changed': template({
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
    variables: z.object({ url, unsubscribe_url: url, days: z.number() }),
    sample: {
      url: 'https://example.com/contact/confirm?token=abc',
      unsubscribe_url: 'https://example.com/contact/unsubscribe?token=abc',
      days: 7,
    },
  }),
  'subscriber-welcome': template({
    variables: z.object({ url, unsubscribe_url: url }),
    sample: { url: 'https://example.com', unsubscribe_url: 'https://example.com/contact/unsubscribe?token=abc' },
  }),
  'marketplace-data-request': template({
    variables: z.object({ due_on: text, url }),
    sample: { due_on: '21 December 2026', url: 'https://example.com/app/privacy' },
  }),
  'marketplace-uninstalled': template({
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
    variables: z.object({
      name: text,
      email: text,
      vendor_name: text,
      approved: z.boolean().meta({ description: 'The person applied, and the application was approved' }),
      url,
      days: z.number(),
    }),
    sample: {
      name: 'Noor',
      email: 'noor@kiln.example',
      vendor_name: 'Kiln & Co',
      approved: true,
      url: 'https://example.com/app/login/change-password',
      days: 14,
    },
  }),
  'auth-change-password': template({
    variables: z.object({ name: text, code: text, url, hours: z.number() }),
    sample: { name: 'Noor', code: '482913', url: 'https://example.com/app/login/change-password', hours: 24 },
  }),
  'auth-verify': template({
    variables: z.object({ name: text, code: text, url, hours: z.number() }),
    sample: { name: 'Noor', code: '482913', url: 'https://example.com/app/account', hours: 24 },
  }),
  'auth-second-factor-reset': template({
    variables: z.object({ name: text, by: text, url }),
    sample: { name: 'Noor', by: 'Mira', url: 'https://example.com/app/account' },
  }),
} as const satisfies Record<MailTemplateName, TemplateVariables<z.ZodType>>;

export type MailVariablesOf<Name extends MailTemplateName> = z.output<(typeof MAIL_VARIABLES)[Name]['variables']>;
