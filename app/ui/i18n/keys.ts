import type { TFunction } from 'i18next';
import type account from '../../locales/en/account.json';
import type adjustments from '../../locales/en/adjustments.json';
import type aftersales from '../../locales/en/aftersales.json';
import type applications from '../../locales/en/applications.json';
import type bankAccounts from '../../locales/en/bankAccounts.json';
import type catalog from '../../locales/en/catalog.json';
import type changes from '../../locales/en/changes.json';
import type assistants from '../../locales/en/assistants.json';
import type auth from '../../locales/en/auth.json';
import type commissions from '../../locales/en/commissions.json';
import type common from '../../locales/en/common.json';
import type compliance from '../../locales/en/compliance.json';
import type contact from '../../locales/en/contact.json';
import type labels from '../../locales/en/labels.json';
import type conversations from '../../locales/en/conversations.json';
import type dashboard from '../../locales/en/dashboard.json';
import type definitions from '../../locales/en/definitions.json';
import type discounts from '../../locales/en/discounts.json';
import type documents from '../../locales/en/documents.json';
import type errors from '../../locales/en/errors.json';
import type home from '../../locales/en/home.json';
import type memberships from '../../locales/en/memberships.json';
import type holidays from '../../locales/en/holidays.json';
import type notices from '../../locales/en/notices.json';
import type onboarding from '../../locales/en/onboarding.json';
import type offers from '../../locales/en/offers.json';
import type orders from '../../locales/en/orders.json';
import type payments from '../../locales/en/payments.json';
import type payoutRules from '../../locales/en/payoutRules.json';
import type money from '../../locales/en/money.json';
import type moneyCalendar from '../../locales/en/moneyCalendar.json';
import type importSchedules from '../../locales/en/importSchedules.json';
import type productImport from '../../locales/en/productImport.json';
import type installation from '../../locales/en/installation.json';
import type inbox from '../../locales/en/inbox.json';
import type integrations from '../../locales/en/integrations.json';
import type sheets from '../../locales/en/sheets.json';
import type productList from '../../locales/en/productList.json';
import type products from '../../locales/en/products.json';
import type reconciliation from '../../locales/en/reconciliation.json';
import type review from '../../locales/en/review.json';
import type lists from '../../locales/en/lists.json';
import type specifications from '../../locales/en/specifications.json';
import type shipping from '../../locales/en/shipping.json';
import type shell from '../../locales/en/shell.json';
import type settingsSearch from '../../locales/en/settingsSearch.json';
import type settings from '../../locales/en/settings.json';
import type staff from '../../locales/en/staff.json';
import type statements from '../../locales/en/statements.json';
import type storefront from '../../locales/en/storefront.json';
import type translations from '../../locales/en/translations.json';
import type vendorPage from '../../locales/en/vendorPage.json';
import type vendors from '../../locales/en/vendors.json';
import type system from '../../locales/en/system.json';
import type webhooks from '../../locales/en/webhooks.json';
import type hotkeys from '../../locales/en/hotkeys.json';
import type mailSettings from '../../locales/en/mailSettings.json';
import type wordings from '../../locales/en/wordings.json';

/**
 * The namespaces and their keys, read from the English files. A feature adds its file here and in `app/locales/<language>/`.
 * Texts of emails (`mails`) and documents (`printedDocuments`) are written in the template language, which no translator reads.
 */
export type Texts = {
  account: typeof account;
  assistants: typeof assistants;
  adjustments: typeof adjustments;
  aftersales: typeof aftersales;
  applications: typeof applications;
  auth: typeof auth;
  bankAccounts: typeof bankAccounts;
  catalog: typeof catalog;
  changes: typeof changes;
  commissions: typeof commissions;
  common: typeof common;
  compliance: typeof compliance;
  contact: typeof contact;
  conversations: typeof conversations;
  labels: typeof labels;
  dashboard: typeof dashboard;
  definitions: typeof definitions;
  discounts: typeof discounts;
  documents: typeof documents;
  errors: typeof errors;
  home: typeof home;
  memberships: typeof memberships;
  holidays: typeof holidays;
  notices: typeof notices;
  onboarding: typeof onboarding;
  offers: typeof offers;
  orders: typeof orders;
  money: typeof money;
  moneyCalendar: typeof moneyCalendar;
  payments: typeof payments;
  payoutRules: typeof payoutRules;
  importSchedules: typeof importSchedules;
  productImport: typeof productImport;
  installation: typeof installation;
  inbox: typeof inbox;
  integrations: typeof integrations;
  hotkeys: typeof hotkeys;
  mailSettings: typeof mailSettings;
  webhooks: typeof webhooks;
  sheets: typeof sheets;
  productList: typeof productList;
  products: typeof products;
  reconciliation: typeof reconciliation;
  review: typeof review;
  lists: typeof lists;
  shipping: typeof shipping;
  shell: typeof shell;
  specifications: typeof specifications;
  settings: typeof settings;
  settingsSearch: typeof settingsSearch;
  staff: typeof staff;
  statements: typeof statements;
  storefront: typeof storefront;
  translations: typeof translations;
  vendorPage: typeof vendorPage;
  vendors: typeof vendors;
  system: typeof system;
  wordings: typeof wordings;
};

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: Texts;
    returnNull: false;
  }
}

/** The translating function: `t('orders:title')`; the namespace may be left out for `common`. */
export type Translate = TFunction<['common', Exclude<keyof Texts, 'common'>]>;
