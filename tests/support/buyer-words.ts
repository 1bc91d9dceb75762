/**
 * How vendors read each column that is erased with a buyer. A column that is not named here fails a test: whoever adds one says
 * whether a vendor reads it masked (then its type in the program is `MaskedText`), or why it need not be.
 */
export type BuyerWordsFate =
  /** A buyer writes it and its vendor reads it: `maskText` is called before it is kept. */
  | 'masked'
  /** An address of which a vendor reads the first letter and the host alone: `maskEmail`. */
  | 'masked address'
  /** Not words of a buyer: of a member, an admin, the platform, a carrier or the program. */
  | 'not a buyer’s'
  /** A buyer writes it, and only the marketplace reads it. */
  | 'marketplace only'
  /** Where the vendor ships, bills or answers to: masked it would serve for nothing. The checkout asks for it, not a conversation. */
  | 'needed to fulfill'
  /** Kept as it came and sealed, hashed, or read by the program alone. */
  | 'program only';

const all = (columns: readonly string[], fate: BuyerWordsFate): Record<string, BuyerWordsFate> =>
  Object.fromEntries(columns.map((column) => [column, fate]));

export const BUYER_WORDS: Readonly<Record<string, Readonly<Record<string, BuyerWordsFate>>>> = {
  adjustments: all(['note', 'undo_note'], 'not a buyer’s'),
  audit_events: all(['detail', 'note'], 'not a buyer’s'),
  batch_items: all(['input'], 'not a buyer’s'),
  compliance_requests: all(['export'], 'marketplace only'),
  // The form of a vendor's page asks for an address to answer to, which the mail to the vendor carries.
  contact_messages: {
    ...all(['email', 'name', 'body', 'fields'], 'needed to fulfill'),
    ...all(['kind', 'search_text', 'requested_for', 'digest'], 'program only'),
  },
  conversation_messages: { text: 'masked', ...all(['sender', 'picture_key'], 'program only') },
  conversation_ctas: all(
    ['label', 'callback_url', 'redirect', 'variant', 'prompt_title', 'prompt_confirm', 'secret', 'press_id'],
    'not a buyer’s',
  ),
  conversation_originals: all(['text'], 'marketplace only'),
  conversation_reports: { note: 'marketplace only', side: 'program only' },
  conversations: {
    ...all(['buyer_name', 'last_message'], 'masked'),
    email: 'marketplace only',
    ...all(['product_title', 'order_name'], 'not a buyer’s'),
    ...all(['buyer_key', 'subject', 'locale', 'last_sender'], 'program only'),
  },
  documents: all(['buyer'], 'needed to fulfill'),
  fulfillments: all(['tracking', 'url'], 'not a buyer’s'),
  idempotency_keys: all(['actor', 'key', 'request_hash', 'body'], 'program only'),
  mail_opt_outs: all(['email', 'notice'], 'program only'),
  mail_suppressions: all(['email', 'kind', 'detail'], 'marketplace only'),
  mails: all(['to_address', 'params', 'error'], 'marketplace only'),
  offers: { email: 'masked address', invoice_url: 'not a buyer’s' },
  order_buyers: all(
    ['email', 'phone', 'name', 'shipping_address', 'billing_address', 'note', 'attributes'],
    'needed to fulfill',
  ),
  order_comments: all(['author', 'role', 'text'], 'not a buyer’s'),
  order_holds: all(['note'], 'not a buyer’s'),
  // What is engraved, printed or written on a card.
  order_lines: all(['properties'], 'needed to fulfill'),
  order_returns: all(['decline_note'], 'not a buyer’s'),
  fulfillment_sends: all(['hash', 'pieces', 'known', 'turn'], 'program only'),
  label_rates: all(
    [
      ...['rate_id', 'shipment_id', 'carrier', 'service', 'amount', 'currency', 'own_currency', 'attributes', 'units'],
      'destination_hash',
    ],
    'not a buyer’s',
  ),
  shipping_label_files: all(['encrypted'], 'needed to fulfill'),
  shipping_label_packages: all(['tracking', 'tracking_url'], 'not a buyer’s'),
  shipping_labels: all(['tracking', 'tracking_url', 'problem'], 'not a buyer’s'),
  reconciliation_findings: all(['note'], 'not a buyer’s'),
  recovery_reads: all(['unknown_labels'], 'marketplace only'),
  subscribers: all(['email', 'status', 'source', 'locale'], 'marketplace only'),
  webhook_deliveries: all(['body', 'error'], 'program only'),
  webhook_attempts: all(['answer'], 'not a buyer’s'),
  // What the API answered the endpoint’s maker: it is masked where the API masks it.
  webhook_messages: all(['body'], 'program only'),
};
