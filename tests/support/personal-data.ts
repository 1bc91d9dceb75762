/**
 * What becomes of each column that can hold words of people. A column of text, JSON or bytes that is not named here fails a test:
 * whoever adds one says whether it is erased, or why it stays.
 *
 * - `shop`: erased when a store is redacted, 48 hours after it left.
 * - `buyer`: erased when a buyer is redacted, too.
 * - `kept`: stays, by its reason.
 */
type Fates = { shop?: readonly string[]; buyer?: readonly string[]; kept?: Partial<Record<Reason, readonly string[]>> };

/** Why a column stays. */
export type Reason =
  /** The program's own words: a state, a kind, a code, a currency, a number it gave. */
  | 'program'
  /** The store's books: what was sold, owed and paid, and by which rules. */
  | 'books'
  /** The name under which a vendor or the store trades, and the goods as they are sold: parties and subjects of the books. */
  | 'trade'
  /** An id of the platform or of a provider, which names no person without them. */
  | 'id'
  /** A hash, or a name that is made of one. */
  | 'hash';

export const PERSONAL_DATA: Readonly<Record<string, Fates>> = {
  adjustments: {
    shop: ['note', 'made_by', 'undone_by', 'undo_note'],
    buyer: ['note', 'undo_note'],
    kept: { program: ['kind', 'currency'] },
  },
  audit_events: {
    shop: ['actor', 'detail', 'note'],
    buyer: ['detail', 'note'],
    kept: { program: ['subject', 'action'], id: ['subject_id'] },
  },
  automatic_payouts: { shop: ['occasion', 'actor', 'results'] },
  bank_accounts: { shop: ['encrypted', 'waits_for'] },
  batch_items: { shop: ['name', 'input', 'state', 'refusal'], buyer: ['input'] },
  batches: { shop: ['kind', 'input', 'requester', 'issue'] },
  carrier_services: { shop: ['token', 'state', 'refusal', 'plan'] },
  catalog_entries: { shop: ['title', 'description', 'picture_url', 'product_type', 'barcode', 'search_text'] },
  commission_lists: { shop: ['created_by'], kept: { books: ['lines'], program: ['currency'] } },
  compliance_requests: {
    shop: ['export'],
    buyer: ['export'],
    kept: { program: ['topic', 'state'], id: ['reference', 'subject'] },
  },
  contact_messages: {
    shop: ['kind', 'email', 'name', 'body', 'fields', 'search_text', 'requested_for', 'digest'],
    buyer: ['kind', 'email', 'name', 'body', 'fields', 'search_text', 'requested_for', 'digest'],
  },
  banned_buyers: { kept: { hash: ['buyer_hash'] } },
  flow_triggers: { kept: { program: ['trigger'] } },
  webhook_attempts: { shop: ['problem', 'answer'], buyer: ['answer'] },
  webhook_endpoints: {
    shop: ['url', 'description', 'state', 'problem', 'secret', 'old_secret', 'maker', 'created_by', 'topics'],
  },
  webhook_messages: { shop: ['topic', 'subject', 'dedupe_key', 'state', 'problem', 'body'], buyer: ['body'] },
  webhook_sequences: { shop: ['subject'] },
  conversation_messages: { shop: ['sender', 'text', 'picture_key'], buyer: ['sender', 'text', 'picture_key'] },
  conversation_ctas: {
    shop: ['label', 'callback_url', 'redirect', 'variant', 'prompt_title', 'prompt_confirm', 'secret', 'press_id'],
    buyer: ['label', 'callback_url', 'redirect', 'variant', 'prompt_title', 'prompt_confirm', 'secret', 'press_id'],
  },
  conversation_originals: { shop: ['text'], buyer: ['text'] },
  conversation_reports: { shop: ['side', 'note'], buyer: ['side', 'note'] },
  conversations: {
    shop: [
      ...['buyer_key', 'subject', 'email', 'buyer_name', 'locale', 'product_title', 'order_name'],
      ...['last_message', 'last_sender'],
    ],
    buyer: [
      ...['buyer_key', 'subject', 'email', 'buyer_name', 'locale', 'product_title', 'order_name'],
      ...['last_message', 'last_sender'],
    ],
  },
  display_currencies: { shop: ['currency'] },
  document_counters: { kept: { program: ['kind'] } },
  discount_names: { shop: ['method', 'name_key'] },
  discounts: { shop: ['name', 'name_key', 'method', 'value_type', 'currency', 'minimum_type', 'state', 'refusal'] },
  documents: { shop: ['seller', 'buyer'], buyer: ['buyer'], kept: { program: ['kind', 'number'], books: ['content'] } },
  scheduled_jobs: { shop: ['kind', 'key', 'payload', 'error'] },
  entry_names: { shop: ['name'] },
  fulfillments: {
    shop: ['tracking', 'url'],
    buyer: ['tracking', 'url'],
    kept: { program: ['status', 'carrier'], books: ['lines'] },
  },
  idempotency_keys: { shop: ['actor', 'key', 'request_hash', 'body'], buyer: ['actor', 'key', 'request_hash', 'body'] },
  ledger_postings: { kept: { program: ['account', 'currency'] } },
  ledger_transactions: { kept: { program: ['reference', 'kind', 'currency'], books: ['source'] } },
  listing_slots: { shop: ['key'] },
  hidden_columns: { shop: ['person', 'list', 'columns'] },
  mail_opt_outs: { shop: ['email', 'notice'], buyer: ['email', 'notice'] },
  mail_services: { shop: ['service', 'encrypted_key', 'hint', 'account_name', 'hook_hash', 'hook_id', 'problem'] },
  sender_domains: { shop: ['domain', 'spf', 'dkim', 'dmarc'] },
  mail_suppressions: { shop: ['email', 'kind', 'detail'], buyer: ['email', 'kind', 'detail'] },
  mail_templates: { shop: ['template', 'locale', 'subject', 'html_body', 'updated_by'] },
  memberships: {
    shop: [
      ...['platform_id', 'customer_id', 'status', 'subscription_id', 'price_id', 'plan_name', 'currency', 'interval'],
    ],
  },
  mails: {
    shop: ['to_address', 'locale', 'params', 'error'],
    buyer: ['to_address', 'params', 'error'],
    kept: { program: ['template', 'audience', 'state', 'handed_to'], hash: ['dedupe_key'] },
  },
  notice_mutes: { shop: ['person', 'topic'] },
  notice_reads: { shop: ['person'] },
  notices: { shop: ['kind', 'subject', 'dedupe_key'] },
  offers: {
    shop: ['email', 'invoice_url'],
    buyer: ['email', 'invoice_url'],
    kept: {
      trade: ['product_title', 'variant_title', 'image_url'],
      program: ['currency', 'status', 'rejected_by', 'locale'],
      id: ['order_name'],
      hash: ['draft_key'],
    },
  },
  order_operations: { shop: ['kind', 'fingerprint', 'known_refunds', 'state', 'result'] },
  order_buyers: {
    shop: ['email', 'phone', 'name', 'shipping_address', 'billing_address', 'note', 'attributes'],
    buyer: ['email', 'phone', 'name', 'shipping_address', 'billing_address', 'note', 'attributes'],
  },
  order_comments: { shop: ['author', 'role', 'text'], buyer: ['author', 'role', 'text'] },
  order_counters: { kept: { program: ['fulfillment', 'payout_state'] } },
  order_sums: { kept: { program: ['currency', 'financial_status', 'payout_state'] } },
  order_holds: { shop: ['note'], buyer: ['note'], kept: { program: ['reason'], books: ['lines'] } },
  order_lines: {
    shop: ['properties'],
    buyer: ['properties'],
    kept: { trade: ['sku', 'title', 'variant_title', 'selling_plan'], books: ['discounts'] },
  },
  order_returns: {
    shop: ['decline_note'],
    buyer: ['decline_note'],
    kept: { program: ['status', 'name', 'decline_reason'], books: ['lines'] },
  },
  orders: { kept: { program: ['name', 'currency', 'financial_status'], books: ['facts', 'terms', 'decisions'] } },
  fulfillment_sends: { shop: ['hash', 'pieces', 'known', 'turn'], buyer: ['hash', 'pieces', 'known', 'turn'] },
  past_order_loads: { shop: ['phase', 'operation', 'cursor'] },
  payer_addresses: { shop: ['kind', 'subject_id', 'email'] },
  payer_changes: { shop: ['kind', 'subject_id', 'what'] },
  payout_methods: { shop: ['kind', 'receiver', 'receiver_type', 'waits_for'] },
  payout_requests: {
    shop: [
      ...[
        'state',
        'fingerprint',
        'call',
        'shown',
        'answer',
        'requested_by',
        'decided_by',
        'note',
        'run_id',
        'outcome',
        'requester',
        'void_reason',
      ],
    ],
  },
  payout_runs: { shop: ['id', 'fingerprint', 'results'] },
  payouts: {
    shop: ['details', 'actor', 'deleted_by', 'destination', 'resolution_claim', 'resolution'],
    kept: {
      program: ['run_id', 'currency', 'method', 'state', 'destination_type', 'reason', 'provider_code'],
      id: ['provider_account', 'provider_ref', 'batch_ref'],
      hash: ['send_key', 'batch_key'],
    },
  },
  platform_problems: { shop: ['kind', 'detail'] },
  platform_sessions: {
    shop: [
      ...[
        'id',
        'shop',
        'state',
        'scope',
        'access_token',
        'first_name',
        'last_name',
        'email',
        'locale',
        'refresh_token',
      ],
    ],
  },
  holidays: { shop: ['message'] },
  label_rates: {
    shop: [
      'rate_id',
      'shipment_id',
      'carrier',
      'service',
      'amount',
      'currency',
      'own_currency',
      'attributes',
      'units',
      'destination_hash',
    ],
    buyer: [
      'rate_id',
      'shipment_id',
      'carrier',
      'service',
      'amount',
      'currency',
      'own_currency',
      'attributes',
      'units',
      'destination_hash',
    ],
  },
  shipping_label_files: { shop: ['encrypted'], buyer: ['encrypted'] },
  shipping_label_packages: {
    shop: ['transaction_id', 'tracking', 'tracking_url', 'tracking_status', 'refund_id', 'refund_status', 'voided_by'],
    buyer: ['tracking', 'tracking_url'],
  },
  shipping_labels: {
    shop: [
      ...['rate_id', 'carrier', 'service', 'amount', 'currency', 'charged_currency', 'units', 'status', 'turn'],
      ...['transaction_id', 'tracking', 'tracking_url', 'problem', 'fulfillment_state', 'refund_id', 'tracking_status'],
      ...['bought_by', 'voided_by'],
    ],
    buyer: ['tracking', 'tracking_url', 'problem'],
  },
  shipping_quotes: { shop: ['key', 'currency'] },
  saved_replies: { shop: ['title', 'text'] },
  saved_views: { shop: ['person', 'list', 'name', 'address'] },
  shipping_zones: { shop: ['name', 'rates', 'countries', 'currency'] },
  scheduled_decisions: { shop: ['action', 'note', 'seen', 'decided_by', 'state'] },
  product_changes: { shop: ['state', 'fields', 'decided'] },
  product_counts: { kept: { program: ['status'] } },
  product_creations: { kept: { hash: ['fingerprint'], trade: ['handle'] } },
  product_imports: {
    shop: ['filename', 'upload_key', 'encoding', 'headers', 'mapping', 'for_vendor', 'created_by', 'undone_by'],
    kept: { program: ['locale'] },
  },
  sheet_connections: {
    shop: ['sheet_id', 'title', 'locale', 'connected_by', 'maker', 'state', 'problem'],
  },
  sheet_owners: { shop: ['sheet_id'] },
  sheet_rows: { shop: ['sku', 'title', 'content_hash', 'stock', 'outcome', 'refusal'] },
  sheet_tracking: { shop: ['order_name', 'sku', 'value_hash', 'state', 'refusal'] },
  import_schedules: {
    shop: [
      'name',
      'address',
      'username',
      'password',
      'host_key',
      'frequency',
      'for_vendor',
      'maker',
      'created_by',
      'state',
      'problem',
      'issue',
      'file_hash',
      'locale',
    ],
  },
  import_templates: { shop: ['name', 'headers', 'settings', 'saved_by'] },
  product_import_rows: { shop: ['cells', 'issues'] },
  product_import_items: { shop: ['title', 'seller', 'outcome', 'issues', 'undo', 'undo_outcome', 'undo_kept'] },
  product_loads: { kept: { id: ['cursor', 'bulk'] } },
  product_notes: { shop: ['author', 'role', 'text'] },
  product_price_bases: { shop: ['prices'] },
  product_saves: { shop: ['fingerprint', 'content_hash', 'stock_plan', 'fields'] },
  products: {
    shop: ['acted_as'],
    kept: {
      program: ['status', 'submission'],
      trade: [
        ...[
          'vendor_name',
          'title',
          'handle',
          'body_html',
          'product_type',
          'image_url',
          'media',
          'options',
          'metafields',
        ],
        ...['seo', 'search_text', 'tags'],
      ],
    },
  },
  product_days: { shop: ['currency', 'title'] },
  product_sales_changes: { shop: ['currency', 'title'] },
  sales_days: { shop: ['currency'] },
  store_sales_days: { shop: ['currency'] },
  sales_changes: { shop: ['currency'] },
  sales_roll_ups: { shop: ['timezone'] },
  provider_keys: {
    shop: ['provider', 'encrypted', 'hint', 'account_id', 'account_name', 'country', 'encrypted_webhooks'],
  },
  rate_buckets: { kept: { hash: ['key'] } },
  reconciliation_exceptions: { shop: ['resolved_by'], kept: { program: ['kind', 'reference'], books: ['detail'] } },
  reconciliation_findings: {
    shop: ['note', 'set_aside_by'],
    buyer: ['note'],
    kept: { program: ['source', 'kind', 'reference', 'currency'], books: ['detail'] },
  },
  recovery_reads: {
    shop: ['state', 'phase', 'cursor', 'counts', 'unknown_labels', 'skipped'],
    buyer: ['unknown_labels'],
  },
  reconciliation_runs: { shop: ['occasion', 'state', 'source', 'after', 'skipped'] },
  recovery_codes: { shop: ['code_hash'] },
  refresh_tokens: { shop: ['staff_id', 'family_id', 'token_hash', 'agent'] },
  second_factors: { shop: ['secret'] },
  shop_connections: {
    shop: [
      'kind',
      'shop',
      'access_token',
      'refresh_token',
      'hook_secret',
      'scopes',
      'connected_by',
      'connected_name',
      'maker',
      'locale',
      'state',
      'problem',
    ],
  },
  api_keys: {
    shop: ['name', 'hint', 'hash', 'created_by', 'maker', 'scopes', 'last_used_from', 'last_used_call', 'networks'],
  },
  assistant_grants: {
    shop: ['client_id', 'redirect_uri', 'challenge', 'code_hash', 'access_hash', 'refresh_hash', 'old_refresh_hash'],
  },
  plan_readings: { shop: ['plan', 'addons'] },
  lapsed_products: { shop: ['state', 'status', 'submission'] },
  app_plans: { shop: ['subscription_id', 'plan', 'addons', 'status', 'requested_by'] },
  store_sync_settings: { shop: ['currency'] },
  store_orders: { shop: ['order_name', 'shop', 'state', 'problem', 'detail', 'source_name', 'units', 'cancels'] },
  store_order_shipments: { shop: ['state', 'value_hash', 'problem'] },
  synced_products: { shop: ['title', 'outcome', 'kept', 'saved', 'refusal', 'agreed'] },
  sign_in_challenges: { shop: ['purpose', 'token_hash'] },
  store_settings: { shop: ['section', 'value', 'updated_by'] },
  store_staff: { shop: ['subject_id', 'name', 'email', 'locale', 'ended_sessions'] },
  stores: {
    shop: ['email'],
    kept: {
      trade: ['domain', 'name', 'portal_host'],
      program: ['currency', 'timezone', 'locale', 'country', 'names_folded_by', 'on_hold_reason'],
    },
  },
  stripe_accounts: {
    shop: ['account_id', 'platform_id', 'made_with', 'country', 'email', 'state', 'due'],
  },
  subscribers: { shop: ['email', 'status', 'source', 'locale'], buyer: ['email', 'status', 'source', 'locale'] },
  upload_tokens: { shop: ['token_hash', 'form'] },
  uploads: { shop: ['proxy', 'key', 'filename', 'content_type', 'file_id', 'attached_to', 'src'] },
  usage_events: { shop: ['event', 'properties'] },
  user_codes: { shop: ['purpose', 'code_hash', 'target'] },
  users: { shop: ['email', 'name', 'password_hash', 'ended_sessions', 'role', 'permissions', 'locale', 'brought_by'] },
  variants: {
    kept: {
      trade: ['title', 'sku', 'barcode', 'options', 'dimensions', 'metafields', 'weight_unit', 'weight'],
      books: ['levels'],
      id: ['media_id'],
    },
  },
  vendor_aliases: { kept: { trade: ['key'] } },
  vendor_applications: {
    shop: ['email', 'vendor_name', 'vendor_key', 'fields', 'status', 'decided_by'],
  },
  vendor_balances: { kept: { program: ['currency'] } },
  vendor_billing: { shop: ['details'] },
  vendor_entries: { shop: ['type', 'handle'] },
  vendor_orders: {
    kept: {
      program: ['name', 'currency', 'financial_status', 'fulfillment', 'payout_state', 'on_hold_reason'],
      trade: ['search_text'],
    },
  },
  vendor_pages: { shop: ['live', 'draft', 'note', 'decided_by', 'collection_handle'] },
  vendor_document_counters: { kept: { program: ['kind'] } },
  vendor_documents: {
    shop: ['issuer', 'recipient'],
    kept: { program: ['month', 'currency', 'family', 'kind', 'number'], books: ['content'] },
  },
  vendor_renames: { shop: ['started_by'], kept: { trade: ['old_name', 'new_name'], program: ['state', 'issue'] } },
  vendor_rate_choices: { shop: ['services'], kept: { program: ['mode'] } },
  vendor_ship_from: { shop: ['address', 'package', 'pickup_hours'] },
  vendors: {
    shop: ['email', 'fields', 'payouts_on_hold_reason', 'payouts_on_hold_by'],
    kept: { trade: ['name', 'key', 'handle'], program: ['status'] },
  },
  unknown_transfers: { kept: { program: ['provider', 'currency'], id: ['provider_ref', 'reference'] } },
  webhook_deliveries: {
    shop: ['body', 'error'],
    buyer: ['body', 'error'],
    kept: { program: ['topic', 'state'], books: ['facts'], id: ['shop', 'webhook_id', 'event_id', 'subject_id'] },
  },
};
