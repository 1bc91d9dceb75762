import type { IconSource } from '@shopify/polaris';
import {
  AlertDiamondIcon,
  CashDollarIcon,
  CatalogIcon,
  ClipboardCheckIcon,
  CreditCardIcon,
  DeliveryIcon,
  ReplaceIcon,
  DiscountIcon,
  EmailFollowUpIcon,
  EmailIcon,
  FormsIcon,
  HomeIcon,
  LanguageTranslateIcon,
  ListBulletedIcon,
  LockIcon,
  OrderIcon,
  PersonIcon,
  ProductIcon,
  ProductListIcon,
  ReceiptDollarIcon,
  ReceiptIcon,
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
    | 'shipping'
    | 'shippingDefaults';
  /** Behind either door. */
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
    id: 'applications',
    path: '/applications',
    icon: ClipboardCheckIcon,
    adminOnly: true,
    count: 'applicationsPending',
    goKey: 'a',
  },
  { id: 'vendors', path: '/vendors', icon: PersonIcon, adminOnly: true, goKey: 'v' },
  { id: 'subscribers', path: '/subscribers', icon: EmailFollowUpIcon, adminOnly: true },
  { id: 'fields', path: '/fields', icon: FormsIcon, adminOnly: true },
  { id: 'translations', path: '/translations', icon: LanguageTranslateIcon, adminOnly: true },
  { id: 'catalogEntries', path: '/catalog-entries', icon: CatalogIcon, adminOnly: true },
  { id: 'productForm', path: '/product-form', icon: ProductListIcon, adminOnly: true },
  { id: 'specifications', path: '/specifications', icon: ListBulletedIcon, adminOnly: true },
  { id: 'payouts', path: '/payouts', icon: CashDollarIcon, adminOnly: true, count: 'payoutsDue', goKey: 'y' },
  { id: 'reconciliation', path: '/reconciliation', icon: ReceiptDollarIcon, adminOnly: true },
  { id: 'commissions', path: '/commissions', icon: DiscountIcon, adminOnly: true, goKey: 'c' },
  { id: 'payments', path: '/payments', icon: CreditCardIcon, adminOnly: true },
  // Vendors find theirs in the menu of their own card; in the store admin this is the only way to it.
  { id: 'account', path: '/account', icon: LockIcon, adminOnly: true },
  {
    id: 'vendorPage',
    path: '/vendor-page',
    icon: StoreIcon,
    permission: 'write_products',
    feature: 'vendorPage',
    ofVendor: true,
  },
  { id: 'team', path: '/team', icon: TeamIcon, ofVendor: true, leadOnly: true },
  { id: 'billing', path: '/billing', icon: ReceiptIcon, permission: 'read_settings', ofVendor: true, leadOnly: true },
  {
    id: 'paymentInformation',
    path: '/payment-information',
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
  },
  { id: 'shippingDefaults', path: '/settings/shipping/defaults', icon: DeliveryIcon, adminOnly: true },
  { id: 'deliveries', path: '/deliveries', icon: AlertDiamondIcon, adminOnly: true, count: 'deadLetters' },
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

/** The place an address belongs to; `path` is behind the door (`/orders/12`), so a page of an order lights up "Orders". */
export function placeOf(places: readonly Place[], path: string): Place | undefined {
  return places
    .filter((place) => path === place.path || (place.path !== '/' && path.startsWith(`${place.path}/`)))
    .sort((a, b) => b.path.length - a.path.length)[0];
}

export function placeLabel(t: Translate, place: Place): string {
  return t(`shell:places.${place.id}`);
}
