import { Refusal } from '../../core/kernel.ts';
import type { Sandbox } from '../../core/kernel.ts';
import type { Order, Shop } from '../../core/state.ts';
import type { ShippingMethod } from '../../platform/checkout-rates.ts';
import { placeOrder } from '../../platform/store/orders.ts';
import type { OrderInput } from '../../platform/store/orders.ts';
import type { CartLine } from './cart.ts';

/** Where the storefront ships to, with the tax of each. Rates are an imitation: one per country, for every product. */
export const COUNTRIES: readonly { code: string; name: string; tax: { title: string; rate: number } | null }[] = [
  { code: 'NL', name: 'Netherlands', tax: { title: 'BTW', rate: 0.21 } },
  { code: 'BE', name: 'Belgium', tax: { title: 'VAT', rate: 0.21 } },
  { code: 'DE', name: 'Germany', tax: { title: 'MwSt', rate: 0.19 } },
  { code: 'ES', name: 'Spain', tax: { title: 'IVA', rate: 0.21 } },
  { code: 'FR', name: 'France', tax: { title: 'TVA', rate: 0.2 } },
  { code: 'GB', name: 'United Kingdom', tax: { title: 'VAT', rate: 0.2 } },
  { code: 'US', name: 'United States', tax: null },
];

export type CheckoutForm = {
  email: string;
  firstName: string;
  lastName: string;
  address1: string;
  zip: string;
  city: string;
  country: string;
  phone: string;
  note: string;
  shipping: string;
  discount: string;
  payment: 'now' | 'later';
};

/** What the form holds before the buyer touches it: an invented buyer, so that an order is two clicks away. */
export const INVENTED_BUYER: CheckoutForm = {
  email: 'sam.okafor@example.test',
  firstName: 'Sam',
  lastName: 'Okafor',
  address1: 'Prinsengracht 263',
  zip: '1016 GV',
  city: 'Amsterdam',
  country: 'NL',
  phone: '',
  note: '',
  shipping: '',
  discount: '',
  payment: 'now',
};

/** The posted fields, trimmed and cut to a sane length. */
export function readCheckout(form: URLSearchParams): CheckoutForm {
  const field = (name: string, most = 100): string => (form.get(name) ?? '').trim().slice(0, most);
  return {
    email: field('email', 250),
    firstName: field('firstName'),
    lastName: field('lastName'),
    address1: field('address1', 200),
    zip: field('zip', 20),
    city: field('city'),
    country: field('country', 2),
    phone: field('phone', 40),
    note: field('note', 500),
    shipping: field('shipping', 60),
    discount: field('discount', 60),
    payment: form.get('payment') === 'later' ? 'later' : 'now',
  };
}

/** The order that the form and the cart make; refuses what is missing, by name. */
export function toOrderInput(
  methods: readonly ShippingMethod[],
  lines: readonly CartLine[],
  form: CheckoutForm,
): OrderInput {
  return {
    ...toBuyerInput(methods, form),
    sourceName: 'web',
    lines: lines.map((line) => ({ variantId: line.variantId, quantity: line.quantity })),
  };
}

/** The method that the buyer chose, of those that are offered; the first where none was. */
export function chooseMethod(methods: readonly ShippingMethod[], form: CheckoutForm): ShippingMethod | undefined {
  return methods.find((candidate) => candidate.code === form.shipping) ?? methods[0];
}

/** All of an order that the buyer says; refuses what is missing, by name. */
export function toBuyerInput(methods: readonly ShippingMethod[], form: CheckoutForm): Omit<OrderInput, 'lines'> {
  const country = COUNTRIES.find((candidate) => candidate.code === form.country);
  if (!country) throw new Refusal('Choose a country.', ['country']);
  const method = chooseMethod(methods, form);
  return {
    email: form.email,
    phone: form.phone || null,
    note: form.note || null,
    stock: 'obey',
    shippingAddress: {
      firstName: form.firstName,
      lastName: form.lastName,
      address1: form.address1,
      zip: form.zip,
      city: form.city,
      country: country.name,
      countryCode: country.code,
      phone: form.phone || null,
    },
    shippingLines: method ? [{ title: method.title, code: method.code, priceMinor: method.priceMinor }] : [],
    discountCodes: form.discount === '' ? [] : [form.discount],
    taxes: country.tax ? [country.tax] : [],
    financialStatus: form.payment === 'later' ? 'pending' : 'paid',
  };
}

/** Refuses a form with an empty field that an order needs. */
export function refuseIncomplete(form: CheckoutForm): void {
  const needed = {
    email: 'E-mail',
    firstName: 'First name',
    lastName: 'Last name',
    address1: 'Address',
    zip: 'Postcode',
    city: 'City',
  } as const;
  for (const [name, label] of Object.entries(needed))
    if (form[name as keyof typeof needed] === '') throw new Refusal(`${label} is missing.`, [name]);
}

/** The order as it would be, from the very function that places orders, on a copy of the store that is thrown away and tells nobody. */
export function previewOrder(sandbox: Sandbox, shop: Shop, input: OrderInput): Order {
  const products = Object.fromEntries(
    Object.entries(shop.products).filter(([, product]) =>
      product.variants.some((variant) =>
        input.lines.some((line) => 'variantId' in line && line.variantId === variant.id),
      ),
    ),
  );
  const copy: Shop = { ...shop, products: structuredClone(products), orders: {}, customers: {} };
  const scratch: Sandbox = {
    ...sandbox,
    state: { ...sandbox.state, shops: { [copy.domain]: copy } },
    webhooks: { ...sandbox.webhooks, emit: () => undefined },
    save: () => undefined,
  };
  return placeOrder(scratch, copy, { ...input, email: /@/.test(input.email) ? input.email : INVENTED_BUYER.email });
}
