import type { WooOrder, WooProduct, WooSold, WooVariation, WooWebhook } from '../../core/state-woocommerce.ts';

/** Times of the REST API have no zone: these are of UTC. */
const toGmt = (iso: string): string => iso.slice(0, 19);

function viewSold(sold: WooSold): object {
  const isOnSale = sold.salePrice !== '';
  return {
    id: sold.id,
    sku: sold.sku,
    global_unique_id: sold.barcode,
    price: isOnSale ? sold.salePrice : sold.regularPrice,
    regular_price: sold.regularPrice,
    sale_price: sold.salePrice,
    on_sale: isOnSale,
    purchasable: sold.regularPrice !== '',
    manage_stock: sold.stock !== null,
    stock_quantity: sold.stock,
    stock_status: sold.stockStatus,
    backorders: 'no',
    weight: sold.weight,
  };
}

/** A product as the REST API answers it. */
export function viewProduct(product: WooProduct): object {
  const { name, type, status, description, images, variations } = product;
  const names = [...new Set(variations.flatMap(({ attributes }) => attributes.map((one) => one.name)))];
  return {
    ...viewSold(product),
    ...(type === 'variable' ? { price: variations[0]?.regularPrice ?? '', regular_price: '' } : {}),
    name,
    type,
    status,
    description,
    short_description: '',
    images: images.map((src, index) => ({ id: index + 1, src, name: '', alt: '' })),
    attributes: names.map((one, index) => ({
      id: 0,
      name: one,
      position: index,
      visible: true,
      variation: true,
      options: [
        ...new Set(
          variations.flatMap(({ attributes }) =>
            attributes.filter(({ name: of }) => of === one).map(({ option }) => option),
          ),
        ),
      ],
    })),
    variations: variations.map(({ id }) => id),
  };
}

/** A variation as the REST API answers it: one without a SKU of its own shows its product's. */
export function viewVariation(variation: WooVariation, parent: WooProduct): object {
  return {
    ...viewSold({ ...variation, sku: variation.sku === '' ? parent.sku : variation.sku }),
    status: 'publish',
    attributes: variation.attributes.map(({ name, option }) => ({ id: 0, name, option })),
    parent_id: parent.id,
  };
}

/** An order as the REST API answers it. */
export function viewOrder(order: WooOrder): object {
  return {
    id: order.id,
    parent_id: 0,
    number: String(order.id),
    status: order.status,
    currency: order.currency,
    date_created_gmt: toGmt(order.createdAt),
    date_modified_gmt: toGmt(order.modifiedAt),
    total: order.total,
    total_tax: '0.00',
    billing: order.billing,
    shipping: order.shipping,
    customer_note: order.customerNote,
    meta_data: order.meta.map((one, index) => ({ id: index + 1, ...one })),
    line_items: order.lines.map((line) => ({
      id: line.id,
      name: line.name,
      product_id: line.productId,
      variation_id: line.variationId,
      quantity: line.quantity,
      subtotal: line.subtotal,
      total: line.total,
      sku: line.sku,
      meta_data: line.meta.map((one, index) => ({ id: index + 1, ...one })),
    })),
    fee_lines: order.fees.map(({ id, name, total }) => ({ id, name, tax_status: 'none', total })),
  };
}

/** A webhook as the REST API answers it: its secret is never said. */
export const viewWebhook = ({ id, name, topic, deliveryUrl, status }: WooWebhook): object => ({
  id,
  name,
  status,
  topic,
  resource: topic.split('.')[0],
  event: topic.split('.')[1],
  delivery_url: deliveryUrl,
});
