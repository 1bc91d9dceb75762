import type { SettingsPageId } from '#app/core/settings-pages.ts';
import { MAIL_TEMPLATE_NAMES } from '#app/platform/mails/mail.ts';
import { SWITCH_NAMES } from '#app/platform/settings/switches.ts';

/** Settings whose name and value a line of the history names; of others it names the page alone. */
export const HISTORY_FIELDS = [
  'colors.indigo600',
  'colors.indigo800',
  'colors.orange800',
  'colors.green800',
  'support.title',
  'support.email',
  'wordings.vendor',
  'wordings.vendors',
  'wordings.product',
  'wordings.products',
  'wordings.specification',
  'wordings.commission',
  'wordings.finance',
  'wordings.marketplace',
  'membership.trialDays',
  'membership.allowFulfillment',
  'financeConfig.includeDiscount',
  'financeConfig.includeShipping',
  'financeConfig.includeTax',
  'financeConfig.shippingInPayout',
  'financeConfig.discountInPayout',
  'financeConfig.taxInPayout',
  'notifications.disableAll',
  'notifications.senderName',
  'notifications.sendingEmail',
  'notifications.replyTo',
  'orders.countTests',
  'inputLimit.title.min',
  'inputLimit.title.max',
  'inputLimit.description.min',
  'inputLimit.description.max',
  'inputLimit.images.min',
  'inputLimit.images.max',
  'variants.enabled',
  'variants.limit',
  'minPercent',
  'holdingDays',
  'minimum',
  'workflowsMayDecide',
  'feeTaxPercent',
  'selfBilling',
  'reverseCharge',
  'requireSecondFactor',
] as const;
export type HistoryField = (typeof HISTORY_FIELDS)[number];

/** What one saving of settings changed, in parts that the screen makes a sentence of. */
export type HistoryLine =
  | { kind: 'feature'; feature: string; isOn: boolean }
  | { kind: 'email'; template: string; isOn: boolean }
  | { kind: 'emailText'; template: string; isReset: boolean }
  | { kind: 'memberships'; isOn: boolean }
  | { kind: 'switch'; field: HistoryField; isOn: boolean }
  | { kind: 'value'; field: HistoryField; from: string; to: string }
  /** The commission of a vendor, or the default one where it is null; percents where both lists are one rate. */
  | { kind: 'commission'; vendor: string | null; from: string | null; to: string | null }
  | { kind: 'page'; page: SettingsPageId };

export type SettingsEvent = {
  subject: string;
  subjectId: string;
  action: string;
  detail: Record<string, unknown>;
  vendor: string | null;
};

/** One setting with what it was and what it became. */
export type RawChange = { key: string; from: unknown; to: unknown };

/** The lines of a change of settings, each once; none where it says nothing to a person. */
export function describeEvent(event: SettingsEvent, changes: readonly RawChange[]): HistoryLine[] {
  if (event.subject === 'commission') return [describeCommission(event)];
  if (event.action.startsWith('mail_template.')) {
    const [template = ''] = event.subjectId.split(' (');
    return [{ kind: 'emailText', template, isReset: event.action === 'mail_template.reset' }];
  }
  const differing = changes.filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to));
  const lines = differing.flatMap((change) => describeChange(change, event.subjectId));
  // Some settings record that they changed without saying what.
  const page = PAGES[event.subjectId];
  if (changes.length === 0 && page) lines.push({ kind: 'page', page });
  return [...new Map(lines.map((line) => [JSON.stringify(line), line])).values()];
}

function describeCommission({ vendor, subjectId, detail }: SettingsEvent): HistoryLine {
  const [before, after] = (detail['commissions'] ?? []) as [unknown, unknown];
  const [from, to] = [findRate(before), findRate(after)];
  const areRates = from !== null && to !== null;
  return {
    kind: 'commission',
    vendor: subjectId === 'default' ? null : (vendor ?? ''),
    from: areRates ? from : null,
    to: areRates ? to : null,
  };
}

/** The percent of a list that has one line. */
function findRate(list: unknown): string | null {
  if (!Array.isArray(list) || list.length !== 1) return null;
  const [line] = list as { percentage?: unknown }[];
  return typeof line?.percentage === 'string' ? line.percentage : null;
}

const SWITCHES: ReadonlySet<string> = new Set(SWITCH_NAMES);
const FIELDS: ReadonlySet<string> = new Set(HISTORY_FIELDS);
const TEMPLATES: ReadonlySet<string> = new Set(MAIL_TEMPLATE_NAMES);

function describeChange({ key, from, to }: RawChange, subjectId: string): HistoryLine[] {
  if (SWITCHES.has(key) && typeof to === 'boolean') return [{ kind: 'feature', feature: key, isOn: to }];
  if (key === 'membership.enabled' && typeof to === 'boolean') return [{ kind: 'memberships', isOn: to }];
  const template = /^notifications\.templates\.([\w-]+)\.enabled$/.exec(key)?.[1];
  if (template !== undefined && TEMPLATES.has(template)) return [{ kind: 'email', template, isOn: to !== false }];
  if (FIELDS.has(key)) {
    const field = key as HistoryField;
    if (typeof to === 'boolean') return [{ kind: 'switch', field, isOn: to }];
    const [before, after] = [toText(from), toText(to)];
    if (before !== undefined && after !== undefined) return [{ kind: 'value', field, from: before, to: after }];
  }
  const page = KEYS[key.split('.')[0] ?? ''] ?? PAGES[subjectId];
  return page ? [{ kind: 'page', page }] : [];
}

const MAX_VALUE = 80;

/** A value that people read as it stands; undefined for lists, objects and long texts. */
function toText(value: unknown): string | undefined {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.length <= MAX_VALUE ? value : undefined;
}

/** The page on which a setting of the settings object stands, by its first name. */
const KEYS: Readonly<Record<string, SettingsPageId>> = {
  colors: 'look',
  logoText: 'look',
  logoRegistration: 'look',
  wordings: 'look',
  wordingGrammar: 'look',
  support: 'look',
  appearance: 'look',
  variants: 'productForm',
  inputLimit: 'productForm',
  defaultUnits: 'productForm',
  autoApprove: 'autoApprove',
  templateSuffix: 'autoApprove',
  sections: 'specifications',
  orders: 'orderRules',
  membership: 'memberships',
  financeConfig: 'commissions',
  notifications: 'notifications',
  payments: 'payouts',
  translations: 'translations',
  vendorPage: 'fields',
  registration: 'fields',
  catalog: 'catalog',
};

/** The page on which a group of settings stands, by the name that its changes are recorded under. */
const PAGES: Readonly<Record<string, SettingsPageId>> = {
  'sign-in': 'account',
  currency: 'currency',
  catalog: 'catalog',
  specifications: 'specifications',
  statements: 'statements',
  offers: 'offers',
  discounts: 'discounts',
  shippo: 'labels',
  delivery: 'shippingDefaults',
  vendorPage: 'fields',
  registration: 'fields',
  holidays: 'holidays',
  translations: 'translations',
  productForm: 'productForm',
  'product-rules': 'autoApprove',
  'background-removal': 'productForm',
  plan: 'plan',
  documents: 'documents',
  payouts: 'payouts',
  stripe: 'payouts',
  stripeConnect: 'payouts',
  paypal: 'payouts',
  'api-keys': 'connections',
  webhooks: 'webhooks',
  'own-store': 'connections',
  sheets: 'connections',
};
