import { foldForSearch } from '#app/core/text/folding.ts';
import { program } from '#tests/support/program.ts';
import { nextNumber, type BuiltVendor } from './stores.ts';

type VariantOverrides = {
  price?: string | number;
  stock?: number | string;
  sku?: string;
  options?: { name: string; value: string }[];
  [field: string]: unknown;
};

/** A product as the editor sends it: one variant, unless options and variants are given. */
export function buildProductInput(o: { title?: string; variants?: VariantOverrides[]; [field: string]: unknown } = {}) {
  const { variants = [{}], ...rest } = o;
  return {
    title: `Bowl ${nextNumber()}`,
    bodyHtml: '<p>Wheel-thrown <strong>stoneware</strong>.</p>',
    ...rest,
    variants: variants.map((variant) => ({ price: '28.00', stock: 5, ...variant })),
  };
}

/** The platform's products/create or products/update. */
export function buildProductPayload(o: {
  id?: number;
  title?: string;
  vendor: string;
  status?: string;
  price?: string;
  sku?: string;
  updatedAt: Date;
}) {
  const id = o.id ?? 5_000_000 + nextNumber();
  const at = o.updatedAt.toISOString().replace(/\.\d+Z$/, 'Z');
  return {
    id,
    admin_graphql_api_id: `gid://shopify/Product/${id}`,
    title: o.title ?? 'Told bowl',
    handle: `told-bowl-${id}`,
    body_html: '<p>Told.</p>',
    vendor: o.vendor,
    product_type: '',
    status: o.status ?? 'draft',
    created_at: at,
    updated_at: at,
    options: [{ id: id + 1, name: 'Title', values: ['Default Title'] }],
    images: [],
    media: [],
    variants: [
      {
        id: id + 2,
        admin_graphql_api_id: `gid://shopify/ProductVariant/${id + 2}`,
        barcode: null,
        compare_at_price: null,
        position: 1,
        price: o.price ?? '12.00',
        sku: o.sku ?? '',
        taxable: true,
        title: 'Default Title',
        option1: 'Default Title',
        option2: null,
        option3: null,
        inventory_item_id: id + 3,
        inventory_quantity: 4,
      },
    ],
  };
}

/** Products of the mirror alone, as a reading would have left them: the platform does not know them. */
export async function buildMirrored(
  vendor: BuiltVendor,
  rows: readonly { title: string; [column: string]: unknown }[],
): Promise<bigint[]> {
  const { owner, clock } = program();
  const at = clock.now();
  const made = rows.map(({ title, ...columns }) => {
    const id = 70_000_000_000n + BigInt(nextNumber());
    return {
      storeId: vendor.store.id,
      id,
      vendorId: vendor.id,
      vendorName: vendor.name,
      title,
      handle: `mirrored-${id}`,
      status: 'DRAFT',
      bodyHtml: '',
      media: [],
      options: [],
      inventoryTotal: 0,
      searchText: foldForSearch(`${title} ${vendor.name}`),
      submission: 'awaiting',
      createdAt: at,
      platformUpdatedAt: at,
      readAt: at,
      ...columns,
    };
  });
  await owner.product.createMany({ data: made });
  return made.map((row) => row.id);
}
