/** Stores of WooCommerce, by host. */
export type WooState = Record<string, WooStore>;

export type WooStore = {
  name: string;
  consumerKey: string;
  consumerSecret: string;
  permissions: 'read' | 'read_write';
  /** Its host keeps the Authorization header from it. */
  stripsAuthorization: boolean;
  currency: string;
  weightUnit: string;
  nextId: number;
  /** By id, in the order in which they were made. */
  products: Record<string, WooProduct>;
  orders: Record<string, WooOrder>;
  webhooks: Record<string, WooWebhook>;
};

/** What products and variations share. Prices are decimals; `stock` is null where it is not counted. */
export type WooSold = {
  id: number;
  sku: string;
  regularPrice: string;
  salePrice: string;
  stock: number | null;
  stockStatus: 'instock' | 'outofstock' | 'onbackorder';
  weight: string;
  barcode: string;
};

export type WooVariation = WooSold & { attributes: { name: string; option: string }[] };

export type WooProduct = WooSold & {
  name: string;
  type: 'simple' | 'variable' | 'grouped' | 'external';
  status: 'publish' | 'draft' | 'pending' | 'private' | 'trash';
  description: string;
  images: string[];
  variations: WooVariation[];
};

export type WooMeta = { key: string; value: unknown };

export type WooOrder = {
  id: number;
  status: string;
  currency: string;
  createdAt: string;
  modifiedAt: string;
  billing: Record<string, string>;
  shipping: Record<string, string>;
  customerNote: string;
  meta: WooMeta[];
  lines: {
    id: number;
    productId: number;
    variationId: number;
    name: string;
    sku: string;
    quantity: number;
    subtotal: string;
    total: string;
    meta: WooMeta[];
  }[];
  fees: { id: number; name: string; total: string }[];
  total: string;
  /** Whether its units were taken out of stock. */
  isStockReduced: boolean;
};

export type WooWebhook = {
  id: number;
  name: string;
  topic: string;
  deliveryUrl: string;
  secret: string;
  status: 'active' | 'paused' | 'disabled';
};
