import { LINE_ATTRIBUTE, type NewStoreOrder, type NewStoreOrderLine, type StoreAddress } from '#app/core/own-store.ts';
import { splitName } from '#app/core/text/split-name.ts';
import { buildGid } from './client.server.ts';

const MAX_TAG = 40;

/** A new order of a vendor's own store as orderCreate takes it, with an email that nobody has, so that no automation mails the buyer. */
export function toOrderInput(order: NewStoreOrder): object {
  const { identifier, name, currency, note, url, attributes, shippingAddress, billingAddress } = order;
  return {
    currency,
    email: `${identifier}@example.com`,
    lineItems: order.lines.map((line) => toLineItem(line, currency)),
    ...(shippingAddress ? { shippingAddress: toMailingAddress(shippingAddress) } : {}),
    ...(billingAddress ? { billingAddress: toMailingAddress(billingAddress) } : {}),
    customAttributes: attributes.map((one) => ({ key: one.name, value: one.value })),
    note,
    tags: ['souk', toTag(`souk-${name}`)],
    sourceIdentifier: identifier,
    sourceUrl: url,
    test: order.test,
  };
}

/** A comma would begin another tag. */
const toTag = (text: string): string => text.replaceAll(/[,#]/g, '').slice(0, MAX_TAG);

function toLineItem(line: NewStoreOrderLine, currencyCode: string): object {
  const { lineId, title, variantTitle, sku, requiresShipping, properties, quantity, amount, variant } = line;
  return {
    quantity,
    title,
    requiresShipping,
    ...(variantTitle === '' ? {} : { variantTitle }),
    ...(variant ? { variantId: buildGid('ProductVariant', variant.id) } : {}),
    ...(variant || sku === '' ? {} : { sku }),
    priceSet: { shopMoney: { amount, currencyCode } },
    properties: [
      ...properties.map((one) => ({ name: one.name, value: one.value })),
      { name: LINE_ATTRIBUTE, value: lineId },
    ],
  };
}

/** An address in the platform's words. A region without its code stands with the city. */
function toMailingAddress(address: StoreAddress): object {
  const { company, street1, street2, city, zip, country, phone, state } = address;
  const { first, last } = splitName(address.name ?? '');
  const isCode = /^[A-Z0-9]{1,6}$/.test(state ?? '');
  const place = [city, isCode ? null : state].filter(Boolean).join(', ');
  return {
    firstName: first,
    lastName: last,
    company,
    address1: street1,
    address2: street2,
    city: place,
    zip,
    phone,
    ...(isCode ? { provinceCode: state } : {}),
    ...(country ? { countryCode: country } : {}),
  };
}
