import type { MailTemplateName } from '#app/platform/mails/mail.ts';
import type { SwitchName } from '#app/platform/settings/switches.ts';
import type { Translate } from '#app/ui/i18n/keys.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import type { HistoryField, HistoryLine } from '../history-lines.ts';

/** Writes one line of the settings history as a sentence: "Ingrid turned on Discounts". */
export function useHistoryWords(): (by: string, line: HistoryLine) => string {
  const t = useText();
  const format = useFormat();
  return (actor, line) => {
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
      case 'value':
        return writeValue(t, by, nameField(t, line.field), line);
      case 'page':
        return t('settings:history.changed', { by, name: t(`settings:row.${line.page}.name`) });
      case 'commission': {
        const isRate = line.from !== null && line.to !== null;
        const key = `${line.vendor === null ? 'default' : 'vendor'}${isRate ? 'Rate' : 'List'}` as const;
        return t(`settings:history.commission.${key}`, {
          by,
          name: line.vendor ?? '',
          from: format.percent(line.from ?? '0'),
          to: format.percent(line.to ?? '0'),
        });
      }
    }
  };
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

/** The label of a setting on its own page. */
function nameField(t: Translate, field: HistoryField): string {
  return t(LABELS[field]);
}

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
  'orders.countTests': 'orders:rules.countTests',
  'inputLimit.title.min': 'products:form.bound.titleMin',
  'inputLimit.title.max': 'products:form.bound.titleMax',
  'inputLimit.description.min': 'products:form.bound.descriptionMin',
  'inputLimit.description.max': 'products:form.bound.descriptionMax',
  'inputLimit.images.min': 'products:form.bound.imagesMin',
  'inputLimit.images.max': 'products:form.bound.imagesMax',
  'variants.enabled': 'products:form.enabled',
  'variants.limit': 'products:form.limit',
  minPercent: 'offers:settings.minPercent',
  holdingDays: 'payoutRules:waiting.days',
  minimum: 'payoutRules:waiting.minimum',
  workflowsMayDecide: 'payoutRules:workflows.mayDecide',
  feeTaxPercent: 'statements:settings.feeTax',
  selfBilling: 'statements:settings.selfBilling',
  reverseCharge: 'statements:settings.reverseCharge',
  requireSecondFactor: 'account:policy.title',
} as const satisfies Record<HistoryField, string>;
