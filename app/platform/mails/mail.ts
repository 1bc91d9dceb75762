import { computeBackoffMs, RETRIES } from '#app/core/backoff.ts';
import { HOUR_MS, MINUTE_MS } from '#app/core/durations.ts';
import type { Permission } from '#app/core/viewer.ts';
import type { OwnWordings } from '#app/platform/settings/branding/branding.ts';

/** What a preview is filled with: examples, or what the newest mail of the template said. */
export const PREVIEW_DATA = ['sample', 'latest'] as const;
export type PreviewData = (typeof PREVIEW_DATA)[number];

/**
 * One template: whom it speaks to (a `visitor` has nothing to do with the marketplace but a form), whether it is sent although the store switched its mails off (sign-in depends on it),
 * and the permission by which staff get it besides managers. What it says is in MAIL_VARIABLES.
 */
type MailTemplate = {
  to: 'person' | 'vendor' | 'admins' | 'visitor';
  essential: boolean;
  /** Goes out although the store is no longer installed: it tells of exactly that. */
  afterUninstall?: true;
  permission: Permission | null;
};

const template = (one: MailTemplate): MailTemplate => one;

/** The registry of mails, by the specification's names. */
export const MAIL_TEMPLATES = {
  'order-placed': template({ to: 'vendor', essential: false, permission: 'read_orders' }),
  /** An order that had to wait for its payment is paid: go on. */
  'order-paid': template({ to: 'vendor', essential: false, permission: 'read_orders' }),
  'order-reminder-1': template({ to: 'vendor', essential: false, permission: 'read_orders' }),
  'order-reminder-2': template({ to: 'vendor', essential: false, permission: 'read_orders' }),
  'order-reminder-3': template({ to: 'vendor', essential: false, permission: 'read_orders' }),
  /** What is left to send changed before it left; `lines` are empty where nothing is left. */
  'order-changed': template({ to: 'vendor', essential: false, permission: 'read_orders' }),
  'order-cancelled': template({ to: 'vendor', essential: false, permission: 'read_orders' }),
  /** A package did not arrive; `is_returned`: it comes back. */
  'order-delivery-problem': template({ to: 'vendor', essential: false, permission: 'read_orders' }),
  /** A paid label of an order asks for a decision; `is_refused`: its money does not come back, else its order was canceled. */
  'vendor-label-problem': template({ to: 'vendor', essential: false, permission: 'read_orders' }),
  'marketplace-label-problem': template({ to: 'admins', essential: false, permission: null }),
  /**
   * `state`: ending (it was canceled and runs until `ends_on`), ended or unpaid. `takes_products_off`: without it the vendor's
   * products are not for sale.
   */
  'vendor-membership': template({ to: 'vendor', essential: false, permission: null }),
  'marketplace-membership': template({ to: 'admins', essential: false, permission: null }),
  /** What a vendor connected is no longer synced. `reason`: access, maker (whoever connected it left) or rights (that person lost them). */
  'vendor-integration-lost': template({ to: 'vendor', essential: false, permission: 'read_integrations' }),
  /** An endpoint of a program was switched off by itself. `problem`: failing (it took nothing for days), gone or maker (whoever made it left). */
  'vendor-webhook-off': template({ to: 'vendor', essential: false, permission: 'read_integrations' }),
  'marketplace-webhook-off': template({ to: 'admins', essential: false, permission: null }),
  /** A scheduled import. `state`: failing, off (until somebody switches it on) or working (again); `reason`: what has to be done about it. */
  'vendor-import-schedule': template({ to: 'vendor', essential: false, permission: 'read_integrations' }),
  'marketplace-import-schedule': template({ to: 'admins', essential: false, permission: null }),
  /** What has been out of step for an hour: the platform (`is_behind`), and own stores or spreadsheets by `names` and how many `more`. */
  'marketplace-sync-unhealthy': template({ to: 'admins', essential: false, permission: null }),
  /** A limit of the app's plan is nearly used up, or reached. */
  'marketplace-plan-limit': template({ to: 'admins', essential: false, permission: null }),
  /** Nothing leaves the house any more. `is_restored`: the program noticed a restore; else `held_by` asked for it. */
  'marketplace-store-held': template({ to: 'admins', essential: true, permission: null }),
  /** A discount that the vendor bears, wholly or in part, and did not make or change itself. `until` is empty without an end. */
  'vendor-discount': template({ to: 'vendor', essential: false, permission: 'read_finance' }),
  'marketplace-discount-refused': template({ to: 'admins', essential: false, permission: null }),
  'product-approved': template({ to: 'vendor', essential: false, permission: 'read_products' }),
  'product-unapproved': template({ to: 'vendor', essential: false, permission: 'read_products' }),
  'marketplace-on-product-submitted': template({ to: 'admins', essential: false, permission: null }),
  'marketplace-vendor-request': template({ to: 'admins', essential: false, permission: null }),
  'marketplace-new-vendor': template({ to: 'admins', essential: false, permission: null }),
  'vendor-pending-approval': template({ to: 'person', essential: false, permission: null }),
  'vendor-rejection': template({ to: 'person', essential: false, permission: null }),
  'marketplace-contact-message': template({ to: 'admins', essential: false, permission: null }),
  'vendor-contact-message': template({ to: 'vendor', essential: false, permission: 'read_orders' }),
  'offer-requested': template({ to: 'vendor', essential: false, permission: 'read_orders' }),
  'order-ready-for-pickup': template({ to: 'visitor', essential: false, permission: null }),
  'offer-received': template({ to: 'visitor', essential: false, permission: null }),
  'offer-rejected': template({ to: 'visitor', essential: false, permission: null }),
  'vendor-new-message': template({ to: 'vendor', essential: false, permission: 'read_orders' }),
  'buyer-new-message': template({ to: 'visitor', essential: false, permission: null }),
  'marketplace-new-message': template({ to: 'admins', essential: false, permission: null }),
  'marketplace-automated-payments': template({ to: 'admins', essential: false, permission: null }),
  'marketplace-duty-digest': template({ to: 'admins', essential: false, permission: null }),
  'marketplace-integration-set': template({ to: 'admins', essential: false, permission: null }),
  'marketplace-payout-failed': template({ to: 'admins', essential: false, permission: null }),
  'vendor-payout-unclaimed': template({ to: 'vendor', essential: false, permission: 'read_finance' }),
  'vendor-payouts-on-hold': template({ to: 'vendor', essential: true, permission: 'read_finance' }),
  'vendor-payout-details-changed': template({ to: 'vendor', essential: true, permission: 'read_finance' }),
  'subscriber-confirm': template({ to: 'visitor', essential: true, permission: null }),
  'subscriber-welcome': template({ to: 'visitor', essential: false, permission: null }),
  'marketplace-data-request': template({ to: 'admins', essential: true, permission: null }),
  'marketplace-uninstalled': template({ to: 'admins', essential: true, afterUninstall: true, permission: null }),
  'auth-invite': template({ to: 'person', essential: true, permission: null }),
  'auth-change-password': template({ to: 'person', essential: true, permission: null }),
  'auth-verify': template({ to: 'person', essential: true, permission: null }),
  'auth-second-factor-reset': template({ to: 'person', essential: true, permission: null }),
} as const;

export type MailTemplateName = keyof typeof MAIL_TEMPLATES;
export const MAIL_TEMPLATE_NAMES = Object.keys(MAIL_TEMPLATES) as readonly MailTemplateName[];

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

/** A mail that failed so often is given up. */
export const MAX_ATTEMPTS = RETRIES.mail.maxAttempts;
/** A mail that failed first so long ago is given up. */
const MAX_FAILING_MS = 48 * HOUR_MS;
const MAX_AWAY_PAUSE_MS = 15 * MINUTE_MS;

/** When a mail that failed `tries` times is tried again. */
export function nextTry(tries: number, now: Date): Date {
  return new Date(now.getTime() + computeBackoffMs(RETRIES.mail, tries));
}

/**
 * When a mail is tried again that nobody took because the mail server is away: after 30 s at first, every 15 minutes in the end.
 * Undefined after two days.
 */
export function nextTryOfAway(failingSince: Date, now: Date): Date | undefined {
  const failingMs = now.getTime() - failingSince.getTime();
  if (failingMs >= MAX_FAILING_MS) return undefined;
  return new Date(now.getTime() + Math.min(MAX_AWAY_PAUSE_MS, Math.max(RETRIES.mail.firstMs, failingMs / 4)));
}

/** Default subject and body of one template in one language, as the template language reads them. */
export type MailText = { subject: string; body: string };
/** How a store's mails look. `brand` is a six-digit hex colour on which white can be read. */
export type MailLook = {
  storeName: string;
  logo: { kind: 'image'; src: string } | { kind: 'text'; text: string };
  brand: string;
  words: OwnWordings;
};

/** The brand colour of a store that chose none. */
export const DEFAULT_LOOK_BRAND = '#4f46e5';

/** A mail ready to be handed to the mail server. */
export type RenderedMail = { subject: string; html: string; text: string };
