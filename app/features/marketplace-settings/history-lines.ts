import type { SettingsPageId } from '#app/core/settings-pages.ts';
import { MAIL_TEMPLATE_NAMES } from '#app/platform/mails/mail.ts';
import { SWITCH_NAMES } from '#app/platform/settings/switches.ts';
import {
  ACTS,
  HISTORY_AMOUNTS,
  HISTORY_CHOICES,
  HISTORY_DAYS,
  HISTORY_FIELDS,
  KEYS,
  PAGES,
  type HistoryAct,
  type HistoryAmount,
  type HistoryChoice,
  type HistoryDay,
  type HistoryField,
} from './history-fields.ts';

/** What one saving of settings changed, in parts that the screen makes a sentence of. */
export type HistoryLine =
  | { kind: 'feature'; feature: string; isOn: boolean }
  | { kind: 'email'; template: string; isOn: boolean }
  | { kind: 'emailText'; template: string; isReset: boolean }
  | { kind: 'emailDelay'; template: string; fromHours: number; toHours: number }
  | { kind: 'memberships'; isOn: boolean }
  | { kind: 'switch'; field: HistoryField; isOn: boolean }
  | { kind: 'value'; field: HistoryField; from: string; to: string }
  /** One whose values are lists or long texts. */
  | { kind: 'edited'; field: HistoryField }
  | { kind: 'choice'; field: HistoryChoice; from: string; to: string }
  /** Decimals, or null for none. */
  | { kind: 'amount'; field: HistoryAmount; from: string | null; to: string | null; currency: string }
  /** YYYY-MM-DD, or null for none. */
  | { kind: 'day'; field: HistoryDay; from: string | null; to: string | null }
  | { kind: 'act'; act: HistoryAct; name: string }
  /** The commission of a vendor, or the default one where it is null; percents where both lists are one rate. */
  | { kind: 'commission'; vendor: string | null; from: string | null; to: string | null }
  | { kind: 'page'; page: SettingsPageId };

/** One sentence of the history, for the screen. */
export type HistoryEntry = { id: string; at: string; text: string };

export type SettingsEvent = {
  subject: string;
  subjectId: string;
  action: string;
  detail: Record<string, unknown>;
  vendor: string | null;
  /** Who or what did it. */
  by: string;
};

/** One setting with what it was and what it became. */
export type RawChange = { key: string; from: unknown; to: unknown };

/** The lines of a change of settings, each once; none where it says nothing to a person. */
export function describeEvent(event: SettingsEvent, changes: readonly RawChange[]): HistoryLine[] {
  if (event.subject === 'commission') return [describeCommission(event)];
  if (event.action.startsWith('mail_template.')) return [describeEmail(event)];
  if (event.action === 'settings.carrier.changed') return [{ kind: 'page', page: 'checkoutRates' }];
  const act = describeAct(event);
  if (act) return [act];
  const changed = changes.filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to));
  // A schedule of another kind has other settings, which say nothing beside it.
  const isOther = changed.some(({ key }) => key === 'schedule.kind');
  const differing = changed.filter(({ key }) => !isOther || key === 'schedule.kind' || !key.startsWith('schedule.'));
  const lines = differing.flatMap((change) => describeChange(change, event));
  // Some settings record that they changed without saying what.
  const page = PAGES[event.subjectId];
  if (changes.length === 0 && page) lines.push({ kind: 'page', page });
  return [...new Map(lines.map((line) => [JSON.stringify(line), line])).values()];
}

function describeEmail({ subjectId, action, detail }: SettingsEvent): HistoryLine {
  const [template = ''] = subjectId.split(' (');
  if (action === 'mail_template.delay_saved') {
    const [from, to] = (detail['delayInHours'] ?? []) as unknown[];
    return { kind: 'emailDelay', template, fromHours: Number(from ?? 0), toHours: Number(to ?? 0) };
  }
  return { kind: 'emailText', template, isReset: action === 'mail_template.reset' };
}

const PROVIDERS: Readonly<Record<string, string>> = {
  stripe: 'Stripe',
  stripeConnect: 'Stripe',
  paypal: 'PayPal',
  shippo: 'Shippo',
};

/** What was done to a thing with a name; undefined for other changes, and for a thing whose name was not recorded. */
function describeAct({ action, subjectId, detail, by }: SettingsEvent): HistoryLine | undefined {
  const act = action in ACTS ? ACTS[action as keyof typeof ACTS] : undefined;
  if (act === undefined) return undefined;
  const name =
    findName(act, detail) ?? PROVIDERS[subjectId] ?? (act === 'sheetPaused' || act === 'storePaused' ? by : '');
  return name === '' ? undefined : { kind: 'act', act, name };
}

/** The name as it became, or the last one of what is gone; of what was sent again beside a count the name that it had. */
function findName(act: HistoryAct, detail: Record<string, unknown>): string | undefined {
  const { name, title } = detail;
  if (typeof name === 'string' && name !== '') return name;
  if (!Array.isArray(title)) return undefined;
  const [before, after] = title as unknown[];
  const names = act === 'webhookReplayed' ? [before] : [after, before];
  return names.find((one): one is string => typeof one === 'string' && one !== '');
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
const CHOICES: ReadonlySet<string> = new Set(HISTORY_CHOICES);
const AMOUNTS: ReadonlySet<string> = new Set(HISTORY_AMOUNTS);
const DAYS: ReadonlySet<string> = new Set(HISTORY_DAYS);
const TEMPLATES: ReadonlySet<string> = new Set(MAIL_TEMPLATE_NAMES);

function describeChange({ key, from, to }: RawChange, { subjectId, detail }: SettingsEvent): HistoryLine[] {
  if (SWITCHES.has(key) && typeof to === 'boolean') return [{ kind: 'feature', feature: key, isOn: to }];
  if (key === 'membership.enabled' && typeof to === 'boolean') return [{ kind: 'memberships', isOn: to }];
  const template = /^notifications\.templates\.([\w-]+)\.enabled$/.exec(key)?.[1];
  if (template !== undefined && TEMPLATES.has(template)) return [{ kind: 'email', template, isOn: to !== false }];
  const [before, after] = [toText(from), toText(to)];
  if (CHOICES.has(key) && before && after)
    return [{ kind: 'choice', field: key as HistoryChoice, from: before, to: after }];
  if (AMOUNTS.has(key) && typeof detail['currency'] === 'string') {
    const { currency } = detail;
    return [{ kind: 'amount', field: key as HistoryAmount, from: before || null, to: after || null, currency }];
  }
  if (DAYS.has(key)) return [{ kind: 'day', field: key as HistoryDay, from: before || null, to: after || null }];
  const field = key.replace(/^(schedule\.rule|fields)\..*$/, '$1');
  if (FIELDS.has(field)) return [describeField(field as HistoryField, to, { before, after })];
  const page = KEYS[key.split('.')[0] ?? ''] ?? PAGES[subjectId];
  return page ? [{ kind: 'page', page }] : [];
}

function describeField(
  field: HistoryField,
  to: unknown,
  { before, after }: { before: string | undefined; after: string | undefined },
): HistoryLine {
  if (ONLY_EDITED.has(field)) return { kind: 'edited', field };
  if (typeof to === 'boolean') return { kind: 'switch', field, isOn: to };
  if (before === undefined || after === undefined) return { kind: 'edited', field };
  return { kind: 'value', field, from: before, to: after };
}

/** Texts that are codes, or too long to say from what to what. */
const ONLY_EDITED: ReadonlySet<HistoryField> = new Set<HistoryField>([
  'transferAccount',
  'schedule.rule',
  'fields',
  'defaultUnits.weight',
  'defaultUnits.length',
  'currency.rates',
  'locales',
  'holiday.message',
  'marketplace.country',
  'footer',
  'footers.customerInvoices',
  'footers.vendorInvoices',
]);

const MAX_VALUE = 80;

/** A value that people read as it stands; undefined for lists, objects and long texts. */
function toText(value: unknown): string | undefined {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.length <= MAX_VALUE ? value : undefined;
}
