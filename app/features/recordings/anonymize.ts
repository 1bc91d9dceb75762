import { createHmac } from 'node:crypto';

/**
 * Keys whose texts are of the trade, not of a person, in the platform's spelling of payloads (`line_items`) and, turned into it, of
 * answers (`lineItems`). A text under any other key is replaced: what is not known to be harmless is taken for a person's.
 */
const TRADE_KEYS = new Set([
  'accepts_suggested_location',
  'allocation_method',
  'amount',
  'api_version',
  'application_type',
  'cancel_reason',
  'carrier',
  'code',
  'compare_at_price',
  'country_code',
  'currency',
  'currency_code',
  'decline_reason',
  'description_html',
  'discounted_price',
  'display_financial_status',
  'display_fulfillment_status',
  'error',
  'event_type',
  'field',
  'financial_status',
  'fulfillment_service',
  'fulfillment_status',
  'gateway',
  'handle',
  'inventory_management',
  'inventory_policy',
  'key',
  'kind',
  'merchant_code',
  'mime_type',
  'name',
  'namespace',
  'order_number',
  'payment_gateway_names',
  'presentment_currency',
  'price',
  'processing_method',
  'product_type',
  'reason',
  'request_status',
  'restock_type',
  'service',
  'shipment_status',
  'sku',
  'source_name',
  'status',
  'supported_actions',
  'target_selection',
  'target_type',
  'template_suffix',
  'title',
  'tracking_company',
  'type',
  'typename',
  'value',
  'value_type',
  'variant_title',
  'vendor',
  'weight_unit',
]);

/** Keys under which all is a person's, whatever its keys are called: names, addresses, words, devices. */
const PERSON_KEYS = new Set([
  'attributed_staffs',
  'billing_address',
  'browser_ip',
  'client_details',
  'company',
  'contact_email',
  'custom_attributes',
  'customer',
  'customer_message',
  'default_address',
  'default_email_address',
  'default_phone_number',
  'destination',
  'email',
  'location',
  'note',
  'note_attributes',
  'origin_location',
  'payment_details',
  'properties',
  'receipt',
  'receipt_json',
  'shipping_address',
  'staff_member',
  'user',
]);

const PLAIN_TEXT =
  /^(?:-?\d+(?:\.\d+)?|\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?|true|false|[A-Z][A-Z0-9_]{1,40}|)$/;
const GID = /^gid:\/\/shopify\/([A-Za-z]+)\/(.+)$/;
/** Records of people: their ids are replaced as their names are. */
const PERSON_RECORDS = new Set(['Customer', 'CustomerAddress', 'MailingAddress', 'StaffMember', 'CompanyContact']);
const PERSON_ID_KEYS = new Set(['customer_id', 'user_id', 'staff_id', 'device_id']);
/** Codes of countries and currencies, and the empty text. */
const KEPT_OF_A_PERSON = /^(?:[A-Z]{2,3})?$/;
const MAX_DEPTH = 40;

const snakeCase = (key: string): string =>
  key.replace(/^_+/, '').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Copies a payload or an answer of the platform with everything of a person replaced: amounts, states, ids of orders and products, titles
 * and times stay; names, addresses, words, devices and ids of people become others, the same for the same within one `salt`.
 */
export function anonymize(value: unknown, salt: string): unknown {
  const digest = (text: string): Buffer => createHmac('sha256', salt).update(text).digest();
  const replaceId = (id: string): string => {
    const digits = BigInt(`0x${digest(id).toString('hex')}`).toString();
    return `9${digits.slice(1, Math.min(id.length, 15))}`;
  };
  const replaceText = (text: string): string => {
    const short = digest(text).toString('hex').slice(0, 10);
    if (text.includes('@')) return `person-${short}@example.com`;
    if (/^\+?[\d\s()./-]{5,}$/.test(text)) return `+1555${replaceId(text).slice(0, 7).padEnd(7, '0')}`;
    return /^https?:/.test(text) ? `https://example.com/${short}` : `text-${short}`;
  };
  const copyText = (text: string, key: string, isPerson: boolean): string => {
    const [, record, id] = GID.exec(text) ?? [];
    if (record !== undefined && id !== undefined)
      return isPerson || PERSON_RECORDS.has(record)
        ? `gid://shopify/${record}/${replaceId(id)}`
        : (text.split('?')[0] ?? '');
    if (isPerson) return KEPT_OF_A_PERSON.test(text) || key.endsWith('_at') ? text : replaceText(text);
    return TRADE_KEYS.has(key) || PLAIN_TEXT.test(text) ? text : replaceText(text);
  };
  const copy = (one: unknown, key: string, isPerson: boolean, depth: number): unknown => {
    if (depth > MAX_DEPTH) return null;
    if (typeof one === 'string') return copyText(one, key, isPerson);
    if (typeof one === 'number' || typeof one === 'bigint')
      return PERSON_ID_KEYS.has(key) || (isPerson && key === 'id')
        ? Number(replaceId(String(one)))
        : isPerson
          ? 0
          : one;
    if (Array.isArray(one)) return one.map((entry) => copy(entry, key, isPerson, depth + 1));
    if (one === null || typeof one !== 'object') return one;
    return Object.fromEntries(
      Object.entries(one).map(([name, entry]) => {
        const plain = snakeCase(name);
        return [name, copy(entry, plain, isPerson || PERSON_KEYS.has(plain), depth + 1)];
      }),
    );
  };
  return copy(value, '', false, 0);
}
