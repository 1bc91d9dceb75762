import { readTrailingId } from '#app/core/text/markup.ts';
import { z } from 'zod';
import { sentIdSchema } from '#app/core/ids.ts';
import { parseLineProperties, type LineProperties } from './line-properties.ts';

const text = (max: number) =>
  z
    .string()
    .nullish()
    .transform((value) => (value ? value.slice(0, max) : null));

const address = z
  .object({
    name: text(200),
    first_name: text(100),
    last_name: text(100),
    company: text(200),
    address1: text(255),
    address2: text(255),
    city: text(120),
    province: text(120),
    province_code: text(10),
    zip: text(20),
    country: text(120),
    country_code: text(2),
    phone: text(40),
  })
  .transform((given) => ({
    name: given.name ?? ([given.first_name, given.last_name].filter(Boolean).join(' ') || null),
    company: given.company,
    street1: given.address1,
    street2: given.address2,
    city: given.city,
    state: given.province_code ?? given.province,
    zip: given.zip,
    country: given.country_code,
    phone: given.phone,
  }));

/** Where a fulfillment goes, in the specification's words. */
export type BuyerAddress = z.output<typeof address>;

const buyerSchema = z.object({
  email: text(255),
  contact_email: text(255),
  phone: text(40),
  customer: z
    .object({
      admin_graphql_api_id: z.string().nullish(),
      id: sentIdSchema.nullish(),
      email: text(255),
      phone: text(40),
      first_name: text(100),
      last_name: text(100),
    })
    .nullish(),
  shipping_address: address.nullish(),
  billing_address: address.nullish(),
  note: text(5000),
  note_attributes: z
    .array(z.object({ name: z.string(), value: z.unknown() }))
    .max(250)
    .nullish(),
});

/** All personal data of an order, kept in one row and with the lines, where a redaction erases it. */
export type Buyer = {
  customerId: string | null;
  email: string | null;
  phone: string | null;
  name: string | null;
  shippingAddress: BuyerAddress | null;
  billingAddress: BuyerAddress | null;
  note: string | null;
  attributes: { name: string; value: string }[];
  lines: LineProperties[];
};

/** Reads the buyer out of the platform's order. What the platform withholds (protected customer data) is null. */
export function parseBuyer(payload: unknown): Buyer {
  const parsed = buyerSchema.safeParse(payload);
  const lines = parseLineProperties(payload);
  if (!parsed.success) return { ...UNKNOWN_BUYER, lines };
  const { customer, shipping_address: shipping, billing_address: billing } = parsed.data;
  const gid = customer?.admin_graphql_api_id;
  const customerName = [customer?.first_name, customer?.last_name].filter(Boolean).join(' ');
  return {
    customerId: gid ? (readTrailingId(gid) ?? null) : customer?.id ? String(customer.id) : null,
    email: parsed.data.email ?? parsed.data.contact_email ?? customer?.email ?? null,
    phone: parsed.data.phone ?? customer?.phone ?? null,
    name: shipping?.name ?? (customerName || (billing?.name ?? null)),
    shippingAddress: shipping ?? null,
    billingAddress: billing ?? null,
    note: parsed.data.note,
    attributes: (parsed.data.note_attributes ?? []).map(({ name, value }) => ({
      name: name.slice(0, 255),
      value: (typeof value === 'string' ? value : JSON.stringify(value ?? '')).slice(0, 2000),
    })),
    lines,
  };
}

const UNKNOWN_BUYER: Buyer = {
  customerId: null,
  email: null,
  phone: null,
  name: null,
  shippingAddress: null,
  billingAddress: null,
  note: null,
  attributes: [],
  lines: [],
};
