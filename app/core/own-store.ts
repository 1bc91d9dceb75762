/** What vendors' own stores run on; each has a connector. */
export const OWN_STORE_KINDS = ['shopify', 'woocommerce'] as const;
export type OwnStoreKind = (typeof OWN_STORE_KINDS)[number];

/** A product as the list of its store shows it; `price` is the lowest of its variants, in the currency of its store. */
export type StoreProduct = {
  id: bigint;
  title: string;
  status: 'DRAFT' | 'ACTIVE' | 'ARCHIVED' | 'UNLISTED';
  image: string | null;
  variants: number;
  price: { amount: string; currency: string };
};

/** A variant in its own store. Prices are decimals in the currency of that store, '' where it has none. */
export type SourceVariant = {
  id: bigint;
  sku: string;
  barcode: string;
  price: string;
  compareAt: string | null;
  options: { name: string; value: string }[];
  trackStock: boolean;
  stock: number;
  weight: { value: number; unit: string } | null;
};

/** A product as its own store has it. */
export type SourceProduct = {
  id: bigint;
  title: string;
  /** Only what is ACTIVE is on sale there. */
  status: StoreProduct['status'];
  bodyHtml: string;
  /** Addresses of pictures: another store's word. */
  images: string[];
  variants: SourceVariant[];
  /** The ids, besides its own, under which its store reports changes of its stock. */
  stockIds: bigint[];
};

export type StoreAddress = Readonly<
  Record<'name' | 'company' | 'street1' | 'street2' | 'city' | 'state' | 'zip' | 'country' | 'phone', string | null>
>;
type Words = readonly { name: string; value: string }[];

/** Units of a line at one price (a decimal): `variant` is what is sold there, where that is known. */
export type NewStoreOrderLine = {
  lineId: string;
  title: string;
  variantTitle: string;
  sku: string;
  requiresShipping: boolean;
  properties: Words;
  quantity: number;
  amount: string;
  variant: { productId: bigint; id: bigint } | null;
};

/** A paid order that is to be placed in a vendor's own store. `identifier` names it there for good. */
export type NewStoreOrder = {
  identifier: string;
  name: string;
  currency: string;
  test: boolean;
  note: string;
  url: string;
  attributes: Words;
  shippingAddress: StoreAddress | null;
  billingAddress: StoreAddress | null;
  lines: NewStoreOrderLine[];
};

/** An order in a vendor's own store. */
export type PlacedOrder = { id: bigint; name: string };

/** A refusal of the store: nothing was done. `isBusy`: it takes no more orders this minute. */
export type StoreRefusal = { isBusy: boolean; detail: string };

/** A shipment there, with the first of its tracking numbers. */
export type StoreShipment = {
  id: bigint;
  isCancelled: boolean;
  carrier: string | null;
  tracking: string | null;
  url: string | null;
};
export type StoreOrderThere = { updatedAt: Date; cancelledAt: Date | null; shipments: StoreShipment[] };

/** Units of a line there: by its SKU, and by the line's id here where it was written to it. */
export type ShippedUnits = { sku: string; lineId: string | undefined; quantity: number };

/** The line's id here, as it is written to the line there. Names that begin with `_` are shown to no buyer. */
export const LINE_ATTRIBUTE = '_souk_line';

/**
 * A vendor's own store, whatever it runs on: what its connector does. Ids are those of the store. Whatever fails without an answer
 * throws platform_failed (502), where the store asks to slow down platform_throttled (503), and shop_access_revoked (409) where it took
 * its access away; what it refuses throws OperationRefused.
 */
export type OwnStore = {
  /** A page of its products by title, those with a text in them; throws invalid_input (422) for a cursor that is not the store's. */
  listProducts(o: {
    q: string;
    after: string | null;
    limit: number;
  }): Promise<{ products: StoreProduct[]; next: string | null }>;
  /** A page of its variants, whatever their products; `next` is where the next page begins. */
  listVariants(after: string | null): Promise<{ variants: Pick<SourceVariant, 'id' | 'sku'>[]; next: string | null }>;
  /** Products whole. Those that the store no longer has are left out. */
  readProducts(ids: readonly bigint[]): Promise<SourceProduct[]>;
  /** Places a paid order of which the store mails the buyer nothing. */
  placeOrder(order: NewStoreOrder): Promise<{ placed: PlacedOrder } | { refused: StoreRefusal }>;
  /** The order that was placed under an identifier of ours, not before `since`; undefined where the store knows of none. */
  findOrder(o: { identifier: string; since: Date }): Promise<PlacedOrder | undefined>;
  /** When each of up to 100 orders changed last, by id; those that the store no longer has are left out. */
  readOrderVersions(ids: readonly bigint[]): Promise<Map<bigint, Date>>;
  /** An order there with its shipments; undefined where the store no longer has it. */
  readOrder(id: bigint): Promise<StoreOrderThere | undefined>;
  /** All units of a shipment there. */
  readShippedUnits(shipmentId: bigint): Promise<ShippedUnits[]>;
  /** Cancels an order there without paying anybody anything back. Returns why the store did not; null where it did. */
  cancelOrder(o: { id: bigint; restock: boolean }): Promise<StoreRefusal | null>;
  /**
   * Has the store report changes to an address of ours, signed with a secret; done again it mends what is there. Null where that is
   * no matter of calls.
   */
  subscribe: ((o: { url: string; secret: string }) => Promise<void>) | null;
};
