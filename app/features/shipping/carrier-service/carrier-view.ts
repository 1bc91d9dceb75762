import type { CarrierState } from './carrier.ts';

/** A shipping profile of the store: the zones that ask us for rates, and those that do not. */
export type ProfileGuide = {
  name: string;
  isDefault: boolean;
  zones: { name: string; isAsked: boolean }[];
  hasMoreZones: boolean;
};

/** How the rates stand at the checkout. Times are ISO texts; `profiles` is null where the store could not be read. */
export type CarrierView = {
  state: CarrierState;
  refusal: string | null;
  plan: string | null;
  checkedAt: string | null;
  /** Set where the platform had turned it off lately and it was turned on again. */
  deactivatedAt: string | null;
  calledAt: string | null;
  /** Set where a checkout has lately asked in a currency that the rates are not in. */
  foreignAt: string | null;
  profiles: ProfileGuide[] | null;
  /** The store sets its shipping by market, where its profiles say nothing. */
  isMarketDriven: boolean;
};
