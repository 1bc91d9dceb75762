import type { Locale, Permission } from '#app/core/viewer.ts';
import type { BrandVariables } from '../brand.ts';
import type { OwnWordings } from '../i18n/wordings.ts';

/** The store's logo as the settings chose it: a picture, a text set in our type, or nothing (then Souk's own mark stands there). */
export type Logo = { kind: 'image'; src: string; alt: string } | { kind: 'text'; text: string } | { kind: 'default' };

/** Places of the navigation that carry a number, and the part of the shell's data that fills it. */
export type CountKey =
  | 'ordersToShip'
  | 'messagesUnread'
  | 'offersPending'
  | 'conversationsUnread'
  | 'productsToApprove'
  | 'changesToReview'
  | 'applicationsPending'
  | 'payoutsDue'
  | 'syncProblems'
  | 'noticesUnread';

/** What every page of the portal, the login shell and the admin needs before anybody is known. JSON-safe. */
export type LayoutData = {
  locale: Locale;
  /** The moment of `ctx.clock` at which the page was made, ISO 8601: "today" and "yesterday" are counted from it. */
  now: string;
  store: { name: string; domain: string; currency: string; timezone: string };
  /** The store's own words; what it left out comes from our texts in the viewer's language. */
  wordings: OwnWordings;
  brand: BrandVariables;
  /** Whom people write to for help: an address and what it is called; both are empty where the store named none. */
  support: { title: string; email: string };
  logo: Logo;
  /** The id of the request that the page was made by, for the pages that failed: the log finds it. */
  reference?: string;
  /** The store has taken the app away: nobody can sign in, and the login shell says so. */
  closed?: true;
};

/** One vendor in the switcher, as its call answers. `due` is what the store owes it, on the wire. */
export type SwitchableVendor = {
  id: string;
  name: string;
  orders: number;
  products: number;
  due?: { amount: string; currency: string };
};

/** What a surface's loader hands to its shell and, through it, to every screen. JSON-safe. */
export type ShellData = LayoutData & {
  viewer: {
    name: string;
    email: string;
    /** The vendor the viewer acts for; null in the marketplace view. */
    vendor: { id: string; name: string } | null;
    isAdmin: boolean;
    /** May invite and remove people of the vendor. */
    leads: boolean;
    permissions: Permission[];
  };
  counts: Partial<Record<CountKey, number>>;
  /** Where the app lies inside the store admin; for admins who are outside of it. */
  storeAdminUrl?: string;
  /** Feature switches that are off or on; a place whose feature is missing here counts as off. */
  features: Readonly<Record<string, boolean>>;
  /** The currency in which the vendor also reads large amounts, and what one unit of the store's costs in it; for display alone. */
  displayCurrency?: { currency: string; rate: string; ratedAt: string };
  /** The viewer's vendor has no membership: a dialog says so everywhere but where it can be mended. */
  membership?: { mayFulfill: boolean; keepsProducts: boolean };
  /** The app's public key, for App Bridge; only behind the admin's layout. */
  apiKey?: string;
  /** Where signing out leads: /app, or the one special store's own site. */
  signedOutUrl?: string;
};
