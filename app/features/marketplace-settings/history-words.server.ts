import { writeDay } from '#app/core/text/typed-day.ts';
import type { Locale } from '#app/core/viewer.ts';
import type { MailTemplateName } from '#app/platform/mails/mail.ts';
import type { SwitchName } from '#app/platform/settings/switches.ts';
import type { Translate } from '#app/ui/i18n/keys.ts';
import { formatMoney, formatNumber, formatPercent } from '#app/ui/money/format.ts';
import type { HistoryAmount, HistoryChoice, HistoryDay, HistoryField } from './history-fields.ts';
import type { HistoryLine } from './history-lines.ts';

/**
 * Writes one line of the settings history as a sentence: "Ingrid turned on Discounts". On the server, since it names settings of
 * every page, whose texts a browser does not need here.
 */
export function writeHistoryLine(
  { t, locale }: { t: Translate; locale: Locale },
  actor: string,
  line: HistoryLine,
): string {
  // What the program did by itself has no person.
  const by = actor === '' ? t('settings:history.program') : actor;
  switch (line.kind) {
    case 'feature':
      return writeSwitch(t, by, nameFeature(t, line.feature), line.isOn);
    case 'memberships':
      return writeSwitch(t, by, t('settings:row.memberships.name'), line.isOn);
    case 'email':
      return t(`settings:history.${line.isOn ? 'fieldOn' : 'fieldOff'}`, { by, name: nameEmail(t, line.template) });
    case 'switch':
      return t(`settings:history.${line.isOn ? 'fieldOn' : 'fieldOff'}`, { by, name: nameField(t, line.field) });
    case 'emailText':
      return t(`settings:history.${line.isReset ? 'emailReset' : 'emailEdited'}`, {
        by,
        name: nameEmail(t, line.template),
      });
    case 'emailDelay':
      return t('settings:history.emailDelay', {
        by,
        name: nameEmail(t, line.template),
        before: formatNumber(line.fromHours, locale),
        count: line.toHours,
      });
    case 'value':
      return writeValue(t, by, nameField(t, line.field), line);
    case 'edited':
      return t('settings:history.changed', { by, name: nameField(t, line.field) });
    case 'choice':
      return t('settings:history.changedChoice', {
        by,
        name: t(CHOICE_LABELS[line.field]),
        from: nameChoice(t, line.field, line.from),
        to: nameChoice(t, line.field, line.to),
      });
    case 'amount': {
      const { currency } = line;
      const write = (amount: string | null) => (amount === null ? '' : formatMoney({ amount, currency }, locale));
      return writeValue(t, by, t(AMOUNT_LABELS[line.field]), { from: write(line.from), to: write(line.to) });
    }
    case 'day': {
      const write = (day: string | null) => (day === null ? '' : writeDay(day, locale));
      return writeValue(t, by, inPage(t, 'holidays', t(DAY_LABELS[line.field])), {
        from: write(line.from),
        to: write(line.to),
      });
    }
    case 'act':
      return t(`settings:history.act.${line.act}`, { by, name: line.name });
    case 'page':
      return t('settings:history.changed', { by, name: t(`settings:row.${line.page}.name`) });
    case 'commission': {
      const isRate = line.from !== null && line.to !== null;
      const key = `${line.vendor === null ? 'default' : 'vendor'}${isRate ? 'Rate' : 'List'}` as const;
      return t(`settings:history.commission.${key}`, {
        by,
        name: line.vendor ?? '',
        from: formatPercent(line.from ?? '0', locale),
        to: formatPercent(line.to ?? '0', locale),
      });
    }
  }
}

const writeSwitch = (t: Translate, by: string, name: string, isOn: boolean): string =>
  t(`settings:history.${isOn ? 'turnedOn' : 'turnedOff'}`, { by, name });

function writeValue(t: Translate, by: string, name: string, { from, to }: { from: string; to: string }): string {
  if (from === '') return t('settings:history.set', { by, name, to });
  if (to === '') return t('settings:history.cleared', { by, name, from });
  return t('settings:history.changedFromTo', { by, name, from, to });
}

function nameFeature(t: Translate, feature: string): string {
  const name = feature as SwitchName;
  switch (name) {
    case 'translations':
      return t('settings:row.translations.name');
    case 'autoFulfillDigital':
      return t('orders:rules.digital');
    case 'useFinanceV2':
      return t('settings:history.moneyInOrders');
    default:
      return t(`settings:feature.${name}.name`);
  }
}

const nameEmail = (t: Translate, template: string): string =>
  t(`mailSettings:template.${template as MailTemplateName}`, { defaultValue: t('settings:row.documents.name') });

/** The label of a setting on its own page, with that page where the label alone says too little. */
function nameField(t: Translate, field: HistoryField): string {
  const page = field.startsWith('holiday.') ? 'holidays' : field === 'currency.rates' ? 'currency' : undefined;
  return page === undefined ? t(LABELS[field]) : inPage(t, page, t(LABELS[field]));
}

const inPage = (t: Translate, page: 'holidays' | 'currency', label: string): string =>
  `${t(`settings:row.${page}.name`)} · ${label}`;

/** A value of a setting with a few of them, as its own page calls it. */
function nameChoice(t: Translate, field: HistoryChoice, value: string): string {
  const names: Readonly<Record<string, ValueName>> = VALUES[field];
  const name = names[value];
  return name === undefined ? value : t(name);
}

const CHOICE_LABELS = {
  'schedule.kind': 'payoutRules:schedule.title',
  sellerOfRecord: 'documents:seller.label',
  'membership.lapsedProducts': 'memberships:settings.lapsed',
  'rules.hold': 'changes:rules.hold',
} as const satisfies Record<HistoryChoice, string>;

const VALUES = {
  'schedule.kind': {
    off: 'settings:history.schedule.off',
    relative: 'settings:history.schedule.relative',
    periodic: 'settings:history.schedule.periodic',
  },
  sellerOfRecord: { marketplace: 'documents:seller.marketplace', vendor: 'documents:seller.vendor' },
  'membership.lapsedProducts': {
    keep: 'memberships:settings.lapsedKeep',
    unpublish: 'memberships:settings.lapsedUnpublish',
  },
  'rules.hold': {
    free: 'changes:rules.free',
    content: 'changes:rules.content',
    everything: 'changes:rules.everything',
  },
} as const satisfies Record<HistoryChoice, Record<string, string>>;

type Names<Choice> = Choice extends Record<string, infer Name> ? Name : never;
type ValueName = { [Choice in HistoryChoice]: Names<(typeof VALUES)[Choice]> }[HistoryChoice];

const AMOUNT_LABELS = {
  minimum: 'payoutRules:waiting.minimum',
  approveAbove: 'payoutRules:approval.needs',
} as const satisfies Record<HistoryAmount, string>;

const DAY_LABELS = {
  'holiday.from': 'holidays:from',
  'holiday.to': 'holidays:to',
} as const satisfies Record<HistoryDay, string>;

const LABELS = {
  'colors.indigo600': 'settings:look.indigo600',
  'colors.indigo800': 'settings:look.indigo800',
  'colors.orange800': 'settings:look.orange800',
  'colors.green800': 'settings:look.green800',
  'support.title': 'settings:look.supportTitle',
  'support.email': 'settings:look.supportEmail',
  'wordings.vendor': 'settings:look.word.vendor',
  'wordings.vendors': 'settings:look.word.vendors',
  'wordings.product': 'settings:look.word.product',
  'wordings.products': 'settings:look.word.products',
  'wordings.specification': 'settings:look.word.specification',
  'wordings.commission': 'settings:look.word.commission',
  'wordings.finance': 'settings:look.word.finance',
  'wordings.marketplace': 'settings:look.word.marketplace',
  'membership.trialDays': 'memberships:settings.trialDays',
  'membership.allowFulfillment': 'memberships:settings.allowFulfillment',
  'membership.documentationUrl': 'memberships:settings.documentationUrl',
  'membership.products': 'memberships:settings.plans',
  'financeConfig.includeDiscount': 'commissions:flags.includeDiscount',
  'financeConfig.includeShipping': 'commissions:flags.includeShipping',
  'financeConfig.includeTax': 'commissions:flags.includeTax',
  'financeConfig.shippingInPayout': 'commissions:flags.shippingInPayout',
  'financeConfig.discountInPayout': 'commissions:flags.discountInPayout',
  'financeConfig.taxInPayout': 'commissions:flags.taxInPayout',
  'notifications.disableAll': 'mailSettings:disableAll',
  'notifications.senderName': 'mailSettings:senderName',
  'notifications.sendingEmail': 'mailSettings:sendingEmail',
  'notifications.replyTo': 'mailSettings:replyTo',
  'notifications.digestHour': 'mailSettings:digestHour',
  'orders.countTests': 'orders:rules.countTests',
  'orders.hiddenFields': 'orders:rules.hidden',
  'inputLimit.title.min': 'products:form.bound.titleMin',
  'inputLimit.title.max': 'products:form.bound.titleMax',
  'inputLimit.description.min': 'products:form.bound.descriptionMin',
  'inputLimit.description.max': 'products:form.bound.descriptionMax',
  'inputLimit.images.min': 'products:form.bound.imagesMin',
  'inputLimit.images.max': 'products:form.bound.imagesMax',
  'variants.enabled': 'products:form.enabled',
  'variants.limit': 'products:form.limit',
  'variants.comparePrice': 'products:form.comparePrice',
  'variants.sku': 'products:form.sku',
  'variants.barcode': 'products:form.barcode',
  'variants.taxable': 'products:form.taxable',
  'variants.seo': 'products:form.seo',
  'variants.plainDescription': 'products:form.plainDescription',
  'variants.untrackedStock': 'products:form.untrackedStock',
  'variants.digitalOnly': 'products:form.digitalOnly',
  'defaultUnits.weight': 'products:units.weight',
  'defaultUnits.length': 'products:units.length',
  'autoApprove.enabledDefault': 'changes:limits.autoApprove',
  templateSuffix: 'changes:limits.template',
  'rules.autoApprove.enabledDefault': 'changes:limits.autoApprove',
  'rules.templateSuffix': 'changes:limits.template',
  'rules.priceTolerance': 'changes:rules.tolerance',
  'rules.uniqueSkus': 'changes:limits.uniqueSkus',
  'rules.publications': 'changes:channels.label',
  'rules.lowStock': 'changes:lowStock.label',
  'catalog.onlyEntries': 'catalog:settings.onlyEntries',
  'catalog.showPrices': 'catalog:settings.showPrices',
  'delivery.enableRateNames': 'shipping:settings.enableRateNames',
  'delivery.rateNames': 'shipping:settings.rateNames',
  'delivery.useDefaults': 'shipping:settings.useDefaults',
  'delivery.enableLocalPickup': 'shipping:settings.enableLocalPickup',
  enableApproval: 'definitions:form.open',
  fields: 'definitions:title',
  'vendorPage.enabled': 'definitions:pages.enabled',
  'vendorPage.holdChanges': 'definitions:pages.hold',
  'vendorPage.collectionTemplate': 'definitions:pages.template',
  vendorQuota: 'discounts:settings.quota',
  reservedNames: 'discounts:settings.reserved',
  vendorsMayRefuse: 'discounts:settings.mayRefuse',
  acceptPercent: 'offers:rules.accept',
  declinePercent: 'offers:rules.decline',
  'marketplace.name': 'documents:party.name',
  'marketplace.address': 'documents:party.address',
  'marketplace.zip': 'documents:party.zip',
  'marketplace.city': 'documents:party.city',
  'marketplace.country': 'documents:party.country',
  'marketplace.taxNumber': 'documents:party.taxNumber',
  'footers.customerInvoices': 'documents:texts.customerInvoices',
  'footers.vendorInvoices': 'documents:texts.vendorInvoices',
  'prefixes.invoice': 'documents:numbers.invoice',
  'prefixes.creditNote': 'documents:numbers.creditNote',
  'currency.displayCurrency': 'settings:currency.choice',
  'currency.rates': 'settings:currency.rates',
  locales: 'translations:settings.languages',
  'holiday.enabled': 'holidays:enabled',
  'holiday.message': 'holidays:message',
  chargeVendor: 'labels:settings.chargeVendor',
  minPercent: 'offers:settings.minPercent',
  holdingDays: 'payoutRules:waiting.days',
  'schedule.days': 'payoutRules:schedule.days',
  'schedule.rule': 'payoutRules:schedule.title',
  transferAccount: 'money:transfer.title',
  workflowsMayDecide: 'payoutRules:workflows.mayDecide',
  feeTaxPercent: 'statements:settings.feeTax',
  selfBilling: 'statements:settings.selfBilling',
  selfBillingTaxPercent: 'statements:settings.selfBillingTax',
  footer: 'statements:settings.footer',
  reverseCharge: 'statements:settings.reverseCharge',
  requireSecondFactor: 'account:policy.title',
} as const satisfies Record<HistoryField, string>;
