import type { IconSource } from '@shopify/polaris';
import {
  AlertDiamondIcon,
  CashDollarIcon,
  CatalogIcon,
  ChartVerticalIcon,
  ClipboardCheckIcon,
  CreditCardIcon,
  DeliveryIcon,
  ReplaceIcon,
  DiscountCodeIcon,
  DiscountIcon,
  EmailFollowUpIcon,
  FormsIcon,
  HomeIcon,
  ChatIcon,
  LanguageTranslateIcon,
  ListBulletedIcon,
  LockIcon,
  OrderIcon,
  PersonIcon,
  ProductIcon,
  ProductListIcon,
  ReceiptDollarIcon,
  ReceiptIcon,
  SettingsIcon,
  StoreIcon,
  TeamIcon,
  WalletIcon,
} from '@shopify/polaris-icons';
import type { Permission } from '#app/core/viewer.ts';
import type { Translate } from '../i18n/keys.ts';
import type { CountKey, ShellData } from './shell-data.ts';

/** How a page is read: a form in one narrow column, a list, or a list beside its detail. */
export type PageKind = 'form' | 'list' | 'split';

/** One page of the navigation. It shows when the viewer has the permission, is an admin where it takes one, and its feature is on. */
export type Place = {
  id:
    | 'account'
    | 'home'
    | 'orders'
    | 'products'
    | 'changes'
    | 'catalog'
    | 'catalogEntries'
    | 'overview'
    | 'payouts'
    | 'payoutHistory'
    | 'transactions'
    | 'statements'
    | 'reconciliation'
    | 'inbox'
    | 'discounts'
    | 'subscribers'
    | 'applications'
    | 'vendors'
    | 'performance'
    | 'commissions'
    | 'deliveries'
    | 'fields'
    | 'translations'
    | 'productForm'
    | 'specifications'
    | 'team'
    | 'billing'
    | 'payments'
    | 'paymentInformation'
    | 'vendorPage'
    | 'settings'
    | 'shipping';
  /** Behind either layout. */
  path: string;
  /** Other addresses whose pages belong here. */
  also?: readonly string[];
  icon: IconSource;
  /** A list where nothing is said. */
  kind?: PageKind;
  permission?: Permission;
  adminOnly?: true;
  /** Belongs to one vendor: the marketplace view has none. */
  ofVendor?: true;
  /** Belongs to the marketplace view: one vendor has none. */
  ofMarketplace?: true;
  /** For those who lead a vendor. */
  leadOnly?: true;
  feature?: string;
  /** The feature that takes this place away, from vendors alone where it says so. */
  unless?: { feature: string; ofVendor?: true };
  counts?: readonly CountKey[];
  /** A row of the settings page: it stands in no tab of its entry. */
  inSettings?: true;
  /** The key after G that leads here. */
  goKey?: string;
  /** Its list understands `?q=`. */
  searchable?: true;
};

/** One entry of the menu: the pages it holds stand in it as tabs, and it leads to the first of them. */
export type MenuEntry = {
  id: 'home' | 'orders' | 'products' | 'vendors' | 'finance' | 'inbox' | 'discounts' | 'vendorPage' | 'settings';
  icon: IconSource;
  /** Stands in the phone's tab bar. */
  onPhone?: true;
  /** Its first page is a list, and the other pages stand beside that list's own tabs, so that there is one row of tabs. */
  tabsInList?: true;
  places: readonly Place[];
};

const MERGED_MONEY = 'useFinanceV2';

/** The one table of the navigation, in its order, for rail, tab bar, the store admin's menu, tabs, search and keys. */
export const MENU: readonly MenuEntry[] = [
  {
    id: 'home',
    icon: HomeIcon,
    onPhone: true,
    places: [{ id: 'home', path: '/', also: ['/analytics', '/notices'], icon: HomeIcon, goKey: 'h' }],
  },
  {
    id: 'orders',
    icon: OrderIcon,
    onPhone: true,
    places: [
      {
        id: 'orders',
        path: '/orders',
        icon: OrderIcon,
        permission: 'read_orders',
        counts: ['ordersToShip'],
        goKey: 'o',
        searchable: true,
      },
    ],
  },
  {
    id: 'products',
    icon: ProductIcon,
    onPhone: true,
    tabsInList: true,
    places: [
      {
        id: 'products',
        path: '/products',
        icon: ProductIcon,
        permission: 'read_products',
        counts: ['productsToApprove'],
        goKey: 'p',
        searchable: true,
      },
      { id: 'changes', path: '/changes', icon: ReplaceIcon, adminOnly: true, counts: ['changesToReview'] },
      {
        id: 'catalog',
        path: '/catalog',
        icon: CatalogIcon,
        permission: 'read_products',
        feature: 'catalog',
        ofVendor: true,
        searchable: true,
      },
    ],
  },
  {
    id: 'vendors',
    icon: PersonIcon,
    places: [
      { id: 'vendors', path: '/vendors', icon: PersonIcon, adminOnly: true, goKey: 'v' },
      {
        id: 'performance',
        path: '/vendors/performance',
        icon: ChartVerticalIcon,
        adminOnly: true,
        feature: 'dashboard',
      },
      {
        id: 'applications',
        path: '/applications',
        kind: 'split',
        icon: ClipboardCheckIcon,
        adminOnly: true,
        counts: ['applicationsPending'],
        goKey: 'a',
      },
    ],
  },
  {
    id: 'finance',
    icon: WalletIcon,
    onPhone: true,
    places: [
      {
        id: 'overview',
        path: '/money',
        icon: WalletIcon,
        permission: 'read_finance',
        ofVendor: true,
        unless: { feature: MERGED_MONEY },
        goKey: 'm',
        searchable: true,
      },
      {
        id: 'payouts',
        path: '/payouts',
        icon: CashDollarIcon,
        adminOnly: true,
        counts: ['payoutsDue'],
        goKey: 'y',
      },
      {
        id: 'payoutHistory',
        path: '/money/payouts',
        icon: CashDollarIcon,
        permission: 'read_finance',
        unless: { feature: MERGED_MONEY, ofVendor: true },
      },
      {
        id: 'transactions',
        path: '/money',
        icon: WalletIcon,
        permission: 'read_finance',
        ofMarketplace: true,
        unless: { feature: MERGED_MONEY },
        goKey: 'm',
        searchable: true,
      },
      {
        id: 'statements',
        path: '/money/statements',
        icon: ReceiptIcon,
        permission: 'read_finance',
        unless: { feature: MERGED_MONEY, ofVendor: true },
      },
      { id: 'reconciliation', path: '/reconciliation', icon: ReceiptDollarIcon, adminOnly: true },
    ],
  },
  {
    id: 'inbox',
    icon: ChatIcon,
    places: [
      {
        id: 'inbox',
        path: '/inbox',
        also: ['/messages', '/conversations', '/offers'],
        icon: ChatIcon,
        permission: 'read_orders',
        counts: ['messagesUnread', 'conversationsUnread', 'offersPending'],
        goKey: 'i',
        searchable: true,
      },
    ],
  },
  {
    id: 'discounts',
    icon: DiscountCodeIcon,
    places: [
      {
        id: 'discounts',
        path: '/discounts',
        icon: DiscountCodeIcon,
        permission: 'read_products',
        feature: 'discounts',
        searchable: true,
      },
    ],
  },
  {
    id: 'vendorPage',
    icon: StoreIcon,
    places: [
      {
        id: 'vendorPage',
        path: '/vendor-page',
        kind: 'form',
        icon: StoreIcon,
        permission: 'write_products',
        feature: 'vendorPage',
        ofVendor: true,
      },
    ],
  },
  {
    id: 'settings',
    icon: SettingsIcon,
    places: [
      {
        id: 'settings',
        path: '/settings',
        also: [
          '/orders/rules',
          '/orders/documents',
          '/changes/rules',
          '/offers/settings',
          '/discounts/settings',
          '/money/statements/settings',
          '/membership',
          '/privacy',
        ],
        icon: SettingsIcon,
        permission: 'read_settings',
        goKey: 's',
      },
      { id: 'subscribers', path: '/subscribers', icon: EmailFollowUpIcon, adminOnly: true, inSettings: true },
      { id: 'fields', path: '/fields', icon: FormsIcon, adminOnly: true, inSettings: true },
      { id: 'translations', path: '/translations', icon: LanguageTranslateIcon, adminOnly: true, inSettings: true },
      { id: 'catalogEntries', path: '/catalog-entries', icon: CatalogIcon, adminOnly: true, inSettings: true },
      {
        id: 'productForm',
        path: '/product-form',
        kind: 'form',
        icon: ProductListIcon,
        adminOnly: true,
        inSettings: true,
      },
      { id: 'specifications', path: '/specifications', icon: ListBulletedIcon, adminOnly: true, inSettings: true },
      {
        id: 'commissions',
        path: '/commissions',
        icon: DiscountIcon,
        adminOnly: true,
        inSettings: true,
        goKey: 'c',
      },
      { id: 'payments', path: '/payments', kind: 'form', icon: CreditCardIcon, adminOnly: true, inSettings: true },
      { id: 'account', path: '/account', kind: 'form', icon: LockIcon, inSettings: true },
      { id: 'team', path: '/team', icon: TeamIcon, inSettings: true, ofVendor: true, leadOnly: true },
      {
        id: 'billing',
        path: '/billing',
        kind: 'form',
        icon: ReceiptIcon,
        inSettings: true,
        permission: 'read_settings',
        ofVendor: true,
        leadOnly: true,
      },
      {
        id: 'paymentInformation',
        path: '/payment-information',
        kind: 'form',
        inSettings: true,
        icon: CreditCardIcon,
        permission: 'read_finance',
        ofVendor: true,
      },
      {
        id: 'shipping',
        path: '/settings/shipping',
        icon: DeliveryIcon,
        permission: 'read_settings',
        feature: 'delivery',
        ofVendor: true,
        inSettings: true,
      },
      {
        id: 'deliveries',
        path: '/deliveries',
        icon: AlertDiamondIcon,
        adminOnly: true,
        inSettings: true,
        counts: ['syncProblems'],
      },
    ],
  },
];

type Who = Pick<ShellData, 'viewer' | 'features'>;

/** The menu of this viewer: each entry with the pages that they may open; one without any is absent. */
export function openMenu(who: Who): MenuEntry[] {
  return MENU.flatMap((entry) => {
    const places = entry.places.filter((place) => isOpen(place, who));
    return listTabs({ ...entry, places }).length === 0 ? [] : [{ ...entry, places }];
  });
}

function isOpen(place: Place, { viewer, features }: Who): boolean {
  const { unless } = place;
  const isTaken =
    unless !== undefined && features[unless.feature] === true && (!unless.ofVendor || viewer.vendor !== null);
  return (
    !isTaken &&
    (place.permission === undefined || viewer.permissions.includes(place.permission)) &&
    (place.adminOnly === undefined || viewer.isAdmin) &&
    (place.ofVendor === undefined || viewer.vendor !== null) &&
    (place.ofMarketplace === undefined || viewer.vendor === null) &&
    (place.leadOnly === undefined || viewer.leads) &&
    (place.feature === undefined || features[place.feature] === true)
  );
}

/** The pages of an entry that stand in it as tabs; a row of the settings page is none. */
export const listTabs = (entry: MenuEntry): Place[] => entry.places.filter((place) => !place.inSettings);

/** Where an entry leads: its first tab. */
export const entryPath = (entry: MenuEntry): string => listTabs(entry)[0]?.path ?? '/';

/** How much waits at some places together. */
export const countAt = (places: readonly Place[], counts: ShellData['counts']): number =>
  places.flatMap((place) => place.counts ?? []).reduce((sum, key) => sum + (counts[key] ?? 0), 0);

/** The place a path below the layout belongs to (`/orders/12`: "Orders"), and the address of it that the path begins with. */
export function findPlace(places: readonly Place[], path: string): { place: Place; address: string } | undefined {
  return places
    .flatMap((place) => [place.path, ...(place.also ?? [])].map((address) => ({ place, address })))
    .filter(({ address }) => path === address || (address !== '/' && path.startsWith(`${address}/`)))
    .sort((a, b) => b.address.length - a.address.length)[0];
}

/**
 * Where an entry of the host's navigation leads. The host marks the entry that the present address begins with; an open place that
 * has another address lends it to its entry, with a mark by which `useMenuMark` goes on to the entry's first page.
 */
export function hostPath(entry: MenuEntry, o: { isCurrent: boolean; openAddress: string | undefined }): string {
  const path = entryPath(entry);
  if (!o.isCurrent || o.openAddress === undefined || o.openAddress === path || o.openAddress.startsWith(`${path}/`))
    return path;
  return `${o.openAddress}?${MENU_MARK}=${entry.id}`;
}

/** The key of an address that asks for the first page of an entry of the menu. */
export const MENU_MARK = 'menu';

export function placeLabel(t: Translate, { id }: Pick<Place | MenuEntry, 'id'>): string {
  return t(`shell:places.${id}`);
}
