import type { IconSource } from '@shopify/polaris';
import {
  AlertDiamondIcon,
  CashDollarIcon,
  CatalogIcon,
  ClipboardCheckIcon,
  CreditCardIcon,
  DeliveryIcon,
  ReplaceIcon,
  DiscountCodeIcon,
  DiscountIcon,
  EmailFollowUpIcon,
  EmailIcon,
  ChatIcon,
  FormsIcon,
  HomeIcon,
  LanguageTranslateIcon,
  ListBulletedIcon,
  LockIcon,
  OrderIcon,
  PersonIcon,
  PriceListIcon,
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

/** One entry of the navigation. It shows when the viewer has the permission, is an admin where it takes one, and its feature is on. */
export type Place = {
  id:
    | 'account'
    | 'home'
    | 'orders'
    | 'products'
    | 'changes'
    | 'catalog'
    | 'catalogEntries'
    | 'money'
    | 'messages'
    | 'offers'
    | 'discounts'
    | 'conversations'
    | 'subscribers'
    | 'applications'
    | 'vendors'
    | 'payouts'
    | 'reconciliation'
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
  icon: IconSource;
  permission?: Permission;
  adminOnly?: true;
  /** Belongs to one vendor: the marketplace view has none. */
  ofVendor?: true;
  /** For those who lead a vendor. */
  leadOnly?: true;
  feature?: string;
  /** The feature that takes this place away. */
  unless?: string;
  count?: CountKey;
  /** Stands on the settings page, and in the menu only where the classic one is chosen. */
  inSettings?: true;
  /** The entry of the menu that it stands under, as a tab. */
  under?: Place['id'];
  /** The key after G that leads here. */
  goKey?: string;
  /** Stands in the phone's tab bar. */
  tab?: true;
  /** Its list understands `?q=`, so the search field offers it. */
  searchable?: true;
};

/** The one table of the navigation, in its order, for rail, tab bar, the store admin's menu, search and keys. */
export const PLACES: readonly Place[] = [
  { id: 'home', path: '/', icon: HomeIcon, goKey: 'h', tab: true },
  {
    id: 'orders',
    path: '/orders',
    icon: OrderIcon,
    permission: 'read_orders',
    count: 'ordersToShip',
    goKey: 'o',
    tab: true,
    searchable: true,
  },
  {
    id: 'products',
    path: '/products',
    icon: ProductIcon,
    permission: 'read_products',
    count: 'productsToApprove',
    goKey: 'p',
    tab: true,
    searchable: true,
  },
  {
    id: 'changes',
    path: '/changes',
    icon: ReplaceIcon,
    adminOnly: true,
    under: 'products',
    count: 'changesToReview',
  },
  {
    id: 'catalog',
    path: '/catalog',
    icon: CatalogIcon,
    permission: 'read_products',
    feature: 'catalog',
    ofVendor: true,
    searchable: true,
  },
  {
    id: 'money',
    path: '/money',
    icon: WalletIcon,
    permission: 'read_finance',
    unless: 'useFinanceV2',
    goKey: 'm',
    tab: true,
    searchable: true,
  },
  {
    id: 'messages',
    path: '/messages',
    icon: EmailIcon,
    permission: 'read_orders',
    count: 'messagesUnread',
    goKey: 'i',
    searchable: true,
  },
  {
    id: 'conversations',
    path: '/conversations',
    icon: ChatIcon,
    permission: 'read_orders',
    feature: 'messages',
    under: 'messages',
    count: 'conversationsUnread',
    searchable: true,
  },
  {
    id: 'offers',
    path: '/offers',
    icon: PriceListIcon,
    permission: 'read_orders',
    feature: 'makeAnOffer',
    under: 'messages',
    count: 'offersPending',
    searchable: true,
  },
  {
    id: 'discounts',
    path: '/discounts',
    icon: DiscountCodeIcon,
    permission: 'read_products',
    feature: 'discounts',
    searchable: true,
  },
  {
    id: 'applications',
    path: '/applications',
    icon: ClipboardCheckIcon,
    adminOnly: true,
    count: 'applicationsPending',
    goKey: 'a',
  },
  { id: 'vendors', path: '/vendors', icon: PersonIcon, adminOnly: true, goKey: 'v' },
  { id: 'subscribers', path: '/subscribers', icon: EmailFollowUpIcon, adminOnly: true, inSettings: true },
  { id: 'fields', path: '/fields', icon: FormsIcon, adminOnly: true, inSettings: true },
  { id: 'translations', path: '/translations', icon: LanguageTranslateIcon, adminOnly: true, inSettings: true },
  { id: 'catalogEntries', path: '/catalog-entries', icon: CatalogIcon, adminOnly: true, inSettings: true },
  { id: 'productForm', path: '/product-form', icon: ProductListIcon, adminOnly: true, inSettings: true },
  { id: 'specifications', path: '/specifications', icon: ListBulletedIcon, adminOnly: true, inSettings: true },
  { id: 'payouts', path: '/payouts', icon: CashDollarIcon, adminOnly: true, count: 'payoutsDue', goKey: 'y' },
  { id: 'reconciliation', path: '/reconciliation', icon: ReceiptDollarIcon, adminOnly: true, inSettings: true },
  { id: 'commissions', path: '/commissions', icon: DiscountIcon, adminOnly: true, inSettings: true, goKey: 'c' },
  { id: 'payments', path: '/payments', icon: CreditCardIcon, adminOnly: true, inSettings: true },
  // Vendors find theirs in the menu of their own card; in the store admin this is the only way to it.
  { id: 'account', path: '/account', icon: LockIcon, adminOnly: true, inSettings: true },
  {
    id: 'vendorPage',
    path: '/vendor-page',
    icon: StoreIcon,
    permission: 'write_products',
    feature: 'vendorPage',
    ofVendor: true,
  },
  { id: 'team', path: '/team', icon: TeamIcon, inSettings: true, ofVendor: true, leadOnly: true },
  {
    id: 'billing',
    path: '/billing',
    icon: ReceiptIcon,
    inSettings: true,
    permission: 'read_settings',
    ofVendor: true,
    leadOnly: true,
  },
  {
    id: 'paymentInformation',
    path: '/payment-information',
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
    count: 'syncProblems',
  },
  { id: 'settings', path: '/settings', icon: SettingsIcon, permission: 'read_settings', goKey: 's' },
];

/** The places this viewer may open. */
export function openPlaces({ viewer, features }: Pick<ShellData, 'viewer' | 'features'>): Place[] {
  return PLACES.filter(
    (place) =>
      (place.permission === undefined || viewer.permissions.includes(place.permission)) &&
      (place.adminOnly === undefined || viewer.isAdmin) &&
      (place.ofVendor === undefined || viewer.vendor !== null) &&
      (place.leadOnly === undefined || viewer.leads) &&
      (place.feature === undefined || features[place.feature] === true) &&
      (place.unless === undefined || features[place.unless] !== true),
  );
}

/** The places that stand in the menu: tabs of others and those of the settings page only where the store chose the classic one. */
export function menuPlaces(places: readonly Place[], features: ShellData['features']): Place[] {
  return places.filter((place) => features['classicMenu'] === true || (!place.inSettings && !isTab(place, places)));
}

/** Whether a place stands under another that is open too; where that one is closed, it stands by itself. */
const isTab = (place: Place, places: readonly Place[]): boolean => places.some(({ id }) => id === place.under);

/** The open places of an entry of the menu: the entry itself, then what stands under it. */
export function listGroup(places: readonly Place[], entry: Place): Place[] {
  return [entry, ...places.filter(({ under }) => under === entry.id)];
}

/** The entry that an open place stands under; itself where it stands by itself. */
export const findEntry = (places: readonly Place[], place: Place): Place =>
  places.find(({ id }) => id === place.under) ?? place;

/** How much waits at some places together. */
export const countAt = (places: readonly Place[], counts: ShellData['counts']): number =>
  places.reduce((sum, { count }) => sum + (count ? (counts[count] ?? 0) : 0), 0);

/** The place an address belongs to; `path` is below the layout (`/orders/12`), so a page of an order lights up "Orders". */
export function placeOf(places: readonly Place[], path: string): Place | undefined {
  return places
    .filter((place) => path === place.path || (place.path !== '/' && path.startsWith(`${place.path}/`)))
    .sort((a, b) => b.path.length - a.path.length)[0];
}

export function placeLabel(t: Translate, place: Place): string {
  return t(`shell:places.${place.id}`);
}
