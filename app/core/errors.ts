import { fillText, readRule, type WordParams } from './rules.ts';

/**
 * The one table of refusals: the HTTP status, whether our own log should alarm, and the English text that clients read as
 * `message`. Other languages translate the code (`errors:<code>` in the locales); `{name}` is filled from the parameters.
 */
export const ERRORS = {
  invalid_input: { status: 422, reportable: false, text: 'Some fields need your attention: {fields}' },
  body_too_large: { status: 413, reportable: false, text: 'The request is larger than {limitBytes} bytes' },
  body_not_json: { status: 400, reportable: false, text: 'The body is not valid JSON' },
  unsupported_media_type: { status: 415, reportable: false, text: 'Send the body as {expected}' },
  not_signed_in: { status: 401, reportable: false, text: 'Sign in to go on' },
  wrong_credentials: { status: 401, reportable: false, text: 'The e-mail address or the password is not right' },
  challenge_expired: { status: 401, reportable: false, text: 'Too much time has passed. Sign in again' },
  invalid_password: { status: 422, reportable: false, text: 'This is not your password' },
  way_refused: {
    status: 403,
    reportable: false,
    text: 'The way back from the store platform was not right. Begin again',
  },
  invalid_signature: {
    status: 401,
    reportable: false,
    text: 'This request is not signed by the store platform, or its signature is too old',
  },
  missing_permission: { status: 403, reportable: false, text: 'You need the permission {permission} for this' },
  missing_scope: { status: 403, reportable: false, text: 'This key does not have the scope {scope}' },
  network_not_allowed: { status: 403, reportable: false, text: 'This key may not be used from the address {address}' },
  maker_removed: {
    status: 403,
    reportable: false,
    text: 'Whoever created this key is no longer on the team. Create another key',
  },
  membership_required: {
    status: 403,
    reportable: false,
    text: 'Your membership is not active. Choose a plan to manage products and orders again',
  },
  origin_not_allowed: { status: 403, reportable: false, text: 'This request came from another site and was refused' },
  not_found: { status: 404, reportable: false, text: 'Not found' },
  feature_disabled: { status: 404, reportable: false, text: 'This part of the marketplace is switched off' },
  request_malformed: { status: 400, reportable: false, text: 'The {what} of this request is malformed' },
  method_not_allowed: { status: 405, reportable: false, text: 'This address does not take {method}' },
  conflict: {
    status: 409,
    reportable: false,
    text: 'Somebody else changed this meanwhile. Load it again and repeat your change',
  },
  invalid_state: { status: 409, reportable: false, text: 'This is not possible now: {reason}' },
  idempotency_mismatch: { status: 422, reportable: false, text: 'This Idempotency-Key was used for another request' },
  idempotency_running: {
    status: 409,
    reportable: false,
    text: 'The first request with this Idempotency-Key is still running',
  },
  rate_limited: { status: 429, reportable: false, text: 'Too many tries. Try again in {seconds} seconds' },
  store_unknown: { status: 404, reportable: false, text: 'This marketplace is not known here' },
  store_uninstalled: {
    status: 409,
    reportable: false,
    text: 'The marketplace is not installed in the store at the moment',
  },
  shop_access_revoked: {
    status: 409,
    reportable: true,
    text: 'The marketplace has lost its access to the store. Somebody of the store has to open the app in the store admin once',
  },
  registration_closed: { status: 409, reportable: false, text: 'Vendor registration is currently disabled.' },
  invalid_code: { status: 422, reportable: false, text: 'The code is not right or no longer valid' },
  link_expired: { status: 410, reportable: false, text: 'This link is not valid any more' },
  vendor_needs_confirmation: {
    status: 409,
    reportable: false,
    text: 'Products or orders carry this name already. Confirm that they belong to the new account',
  },
  vendor_deleted_before: {
    status: 409,
    reportable: false,
    text: 'A vendor with this name was deleted. Its orders: {orders}, open: {amount}. Say whether this is the same seller',
  },
  vendor_exists: { status: 409, reportable: false, text: 'There is already a vendor with this name' },
  amount_changed: {
    status: 409,
    reportable: false,
    text: 'An amount changed meanwhile. Look at the new amounts and pay again',
  },
  platform_throttled: {
    status: 503,
    reportable: false,
    text: 'The store platform asks us to slow down. Try again in a moment',
  },
  platform_failed: {
    status: 502,
    reportable: true,
    text: 'The store platform did not answer as expected. Nothing was lost; try again',
  },
  platform_address_refused: {
    status: 502,
    reportable: true,
    text: 'The store platform refuses requests from this server. An admin finds what to do under System',
  },
  platform_refused: { status: 422, reportable: false, text: 'The store platform refused: {reason}' },
  provider_failed: {
    status: 502,
    reportable: true,
    text: 'The provider did not answer as expected. Nothing was changed; try again',
  },
  unavailable: {
    status: 503,
    reportable: true,
    text: 'The service is not available at the moment. Try again in a moment',
  },
  storage_unavailable: {
    status: 503,
    reportable: true,
    text: 'The file storage is not available at the moment. Nothing was lost; try again in a moment',
  },
  pdf_unavailable: {
    status: 503,
    reportable: false,
    text: 'PDF files cannot be made here at the moment. Open the page instead: the browser prints it, and saves it as PDF',
  },
  internal: { status: 500, reportable: true, text: 'Something went wrong on our side. The reference is {reference}' },
} as const satisfies Record<string, { status: number; reportable: boolean; text: string }>;

/**
 * Why a state refuses (`invalid_state`), in English as the API says it. Screens say them in their own language
 * (`errors:reasons.<code>`); `{name}` is filled from the parameters.
 */
export const REASONS = {
  membership_other_plan: 'another plan was chosen at the same moment; its page is the one that counts',
  bank_details_on_hold: 'these bank details are new: they are shown in {hours} hours',
  no_transfer_account: 'the account from which the marketplace transfers is not entered yet',
  nothing_to_transfer: 'none of these payouts can be in this file',
  bank_details_unapproved: 'these bank details wait for another person who may pay out',
  zones_full: 'there are {limit} zones already',
  line_of_store: '“{title}” is the store’s own and is shipped there',
  more_than_left: 'is more than the {left} left to ship',
  weight_unreadable: 'The weight of {title} cannot be read: correct it at the product',
  one_vendor_at_a_time: 'ship the items of one vendor at a time',
  store_has_fewer_left: 'the store has fewer of these items left to ship',
  location_has_fewer: 'the location has fewer of these items left to ship',
  on_hold: 'these items are on hold: they can be shipped once that is released',
  not_on_hold: 'nothing of it is on hold',
  hold_of_store: 'the store put it on hold and releases it',
  part_unpaid: 'the buyer has not paid yet',
  part_cancelled: 'it was cancelled',
  part_shipped: 'all of it has been shipped',
  nothing_to_hold: 'nothing of it is left to ship',
  reminded_today: 'a reminder of it was sent today already',
  nothing_to_collect: 'none of the items left are collected by the buyer',
  fulfillment_in_progress: 'items of this order are being shipped at this moment',
  fulfillment_of_store: 'this fulfillment was made by the store, which changes and cancels it',
  fulfillment_cancelled: 'the fulfillment was cancelled',
  product_archived: 'the product is archived',
  product_approved: 'the product is approved already',
  change_decided: 'it was decided already',
  change_in_progress: 'somebody is applying it at this moment',
  decision_scheduled: 'somebody decided on it some seconds ago; take that back first, or wait for it to take effect',
  decision_in_progress: 'a decision on it takes effect at this moment',
  decision_effective: 'the decision took effect already',
  file_in_progress: 'the store platform is still working on the file',
  account_made: 'an account was made from this application already',
  delivery_erased: 'the raw delivery was erased, so it can only be discarded',
  team_full: 'a team has {people} people at most',
  uploads_full: 'this form takes at most {files} files and {megabytes} MB',
  membership_active: 'there is a membership already; change its plan on the page of the provider',
  membership_open: 'the last membership waits for a payment; settle it on the page of the provider',
  membership_by_vendor: 'whoever leads the vendor buys and changes its membership',
  membership_none: 'there is no membership yet',
  act_for_a_vendor: 'choose the vendor that you act for first',
  own_second_factor_first: 'set up a second factor for yourself first',
  second_factor_demanded: 'the store demands a second factor',
  payout_looked_up: 'the program can still find out by itself what became of this payout',
  after_restore: 'this is paused until what was sent before the restore has been compared',
  payout_ended: 'somebody said otherwise what became of this payout',
  payout_by_provider: 'only a payout that was made by hand can be deleted',
  present_device: 'this is the device that you are using: sign out on it',
  no_second_factor: 'there is no second factor to reset',
  last_leader: 'somebody else has to lead the account first',
  own_account: 'this is your own account',
  page_unchanged: 'nothing of the page waits for a decision',
  translations_not_granted: 'the store has not granted the access that translating needs',
  translations_held: 'the marketplace looks at what is said of live products and translates them itself',
  catalog_not_granted: 'the store has not granted the access that a catalogue needs',
  entries_not_granted: 'the store has not granted the access that its entries need',
  entries_kind_gone: 'the store no longer has this kind of entry',
  channels_gone: 'the store has none of the sales channels that the rules name; choose others in the rules',
  entries_added_elsewhere: 'this kind of entry has required fields that are filled in elsewhere',
  catalog_full: 'a catalogue has at most {entries} entries',
  offer_in_progress: 'your offer of this entry is being made at this moment',
  already_offered: 'you offer this entry already',
  entry_archived: 'the entry is archived',
  background_no_key: 'background removal is not set up: an admin of the marketplace enters a key of the provider',
  background_key_refused: 'the provider of background removal refuses the key of the marketplace',
  background_credit_used: 'the credit for background removal is used up',
  background_busy: 'the provider of background removal is asked too often at the moment',
  paid_in_another_currency: 'the buyer paid in another currency than the store’s; refund it in the store admin',
  no_orders_are_read: 'no reading of past orders is under way that this could change',
  nothing_is_read: 'no reading of products is under way that this could change',
  listing_full: 'the limit is {limit} products, and {listed} are listed already',
  orders_shipping: 'the orders are still being shipped',
  batch_running: 'the change of several products is still going on',
  batches_full: '{most} changes of many things are going on already; wait until one of them has ended',
  own_request: 'you asked for it yourself, so another person has to decide',
  not_own_request: 'only whoever asked for it can take it back',
  hold_by_person: 'a person put them on hold, so a person releases them',
  workflows_not_allowed: 'let workflows decide about money in the payout settings first',
  own_invitation: 'you brought in whoever set these details, so another person has to approve them',
  identity_changed:
    'your email address, role or second factor changed, so you can decide about money again in {hours} hours',
  request_voided: 'the email address, role or second factor of whoever asked changed, so it has to be asked for again',
  request_expired: 'it waited for too long and has ended; ask for it again',
  limit_unchanged: 'no higher limit waits for another person',
  requester_removed: 'whoever asked for it has no access any more',
  rename_running: 'the name is being changed at the moment',
  refunds_not_granted: 'the store has not granted the access that refunding and cancelling need',
  returns_not_granted: 'the store has not granted the access that returns need',
  order_in_progress: 'another change of this order is being made at this moment',
  order_not_paid: 'nothing was paid for this order that could go back',
  order_cancelled: 'the order is cancelled already',
  order_shipped: 'something of the order is shipped already; refund it, or take it back as a return',
  more_than_refundable: 'is more than the {left} left to refund',
  above_refundable: 'is more than the {most} that can still go back',
  nothing_to_refund: 'nothing is left that could go back',
  discounts_not_granted: 'the store has not granted the access that discounts need',
  discounts_full: 'all {limit} automatic discounts of the marketplace are in use: use a code, or end one',
  label_above_weight: 'the package weighs {grams} g; allowed are {limit} g',
  label_above_price: 'the label costs {price}; allowed are {limit}',
  label_price_unlimited: 'no price in {currency} is known',
  label_other_address: 'the label goes to another address',
  label_units_full: 'the items already have enough labels',
  label_returns_full: 'every shipped item has its return label',
  cta_in_progress: 'the button is being pressed already',
  discounts_of_vendor_full: 'all {limit} automatic discounts of the vendor are in use',
  discount_refusal_off: 'vendors cannot refuse discounts',
  discount_of_all_vendors: 'the discount is for all vendors',
  store_discounts_full: 'the store has its {limit} automatic discounts already: use a code, or end one',
  offer_decided: 'this offer was decided already',
  offer_awaits_buyer: 'the buyer has not answered your counter-offer yet',
  offer_awaits_seller: 'the seller has not answered your offer yet',
  offer_open: 'you have an open offer for this item already',
  offer_product_gone: 'the item is not for sale at the moment',
  conversation_archived: 'the conversation was archived',
  vendor_view_only: 'switch to the view of a vendor first',
  discount_not_running: 'the discount does not run any more',
  cta_answered: 'the button was answered already',
  ctas_full: 'a conversation has at most {limit} buttons',
  callback_failed: 'the other program did not take the call. Try again',
  saved_replies_full: 'there are {limit} saved replies already',
  import_templates_full: 'there are {limit} templates already',
  changes_cursor_expired: 'the database was restored since: begin without a cursor',
  import_schedules_full: 'there are {limit} scheduled imports already; delete one first',
  import_schedule_off: 'the scheduled import is switched off; switch it on first',
  import_template_exists: 'there is a template “{name}” already',
  import_template_needless: 'files of this format are recognised without a template',
  saved_views_full: 'there are {limit} saved views of this list already',
  conversation_has_no_buyer: 'this conversation has no buyer',
  buyer_unknown: 'no address of the buyer is known',
  marketplace_view_only: 'switch to the marketplace view first',
  offers_not_granted: 'the store has not granted the access that invoices of accepted offers need',
  order_historical: 'it is from before the marketplace was installed, so nothing is owed for it',
  above_goodwill: 'is more than the {most} of goodwill that no vendor bears',
  above_receipts: 'is more than the {most} that the buyer paid and that was not charged back',
  adjustment_undone: 'it was undone already',
  adjustments_full: 'an order takes at most {limit} adjustments',
  return_not_open: 'this is not possible for a return that stands so',
  more_than_returnable: 'is more than the {left} that can be taken back',
  vendor_owed: '{amount} is not settled yet. Confirm that you delete it all the same',
  invoice_marketplace_sells: 'the marketplace is the seller of {orders} and issues its invoices itself',
  invoice_unpaid: 'an invoice is issued once the buyer has paid, which is open for {orders}',
  invoice_nothing_left: 'nothing is left to invoice of {orders}',
  provider_not_connected: 'the marketplace has not connected {provider}',
  provider_key_refused: '{provider} refuses the key of the marketplace',
  provider_key_expired: 'the key of the marketplace has expired at {provider}',
  provider_not_granted: '{provider} has not granted the marketplace what this needs',
  provider_busy: '{provider} is asked too often at the moment',
  provider_knows_none: '{provider} does not know what this is about',
  payout_by_vendor: 'whoever leads the vendor says how it is paid',
  payout_not_registered: 'nothing is registered at {provider} yet',
  payout_onboarding_first: 'Stripe opens this once its questions are answered',
  payout_account_rejected: 'Stripe has rejected this account. Register anew, or talk to Stripe',
  paper_nothing_posted: 'nothing was posted in this month that it could say',
  paper_month_open: 'it is issued once the month is over',
  papers_too_many: 'one file holds at most {limit} of them: choose fewer vendors',
  labels_no_key: 'labels are not set up: an admin of the marketplace enters a key of Shippo',
  labels_buying: 'the labels are still being bought',
  labels_too_many: 'one batch takes at most {limit} labels',
  labels_not_joined: 'these labels cannot be put into one file: print each from its order',
  label_package_unknown:
    'the weight or size of the package is not known: set a default package, or buy the label in the order',
  label_service_missing: '{service} does not take this package to this address',
  label_no_rates: 'no carrier takes this package to this address',
  label_nothing_shipped: 'nothing of this order was shipped that could come back',
  label_return_customs: 'return labels are for countries without customs between them',
  labels_open: 'a label is being bought at the moment',
  shipment_refused: 'the carriers take no shipment with these addresses and measures',
  label_from_missing: 'the vendor has not said where it ships from',
  label_to_missing: 'the order has no whole delivery address',
  label_nothing_left: 'nothing of this order is left to ship',
  label_of_other_address: 'this rate is for another address than that of the order',
  label_unknown:
    'the carrier has not answered yet: whether the label was bought shows here within minutes, so do not buy another',
  label_in_progress: 'a label of this order is being bought at this moment',
  label_quote_outdated: 'a label of this order was bought since these rates were quoted: ask for rates again',
  label_mode_changed: 'test and live labels are never mixed: ask for rates again',
  label_rate_expired: 'this rate is older than 7 days: ask for rates again',
  label_phone_missing: 'the carrier needs the buyer’s phone number, and the order has none',
  label_one_package: 'a return label is for one package',
  label_price_unknown: 'the carrier states no price in {currency}, so the vendor cannot be charged',
  label_refused: 'the carrier refused: {message}',
  label_not_there: 'there is no label to print',
  label_not_voidable: 'this label cannot be voided as it stands',
  label_void_refused: 'the carrier does not take this label back',
  import_running: 'the import is still going on',
  import_stopped: 'the import was stopped before this product',
  import_undone: 'the import was undone',
  import_too_old: 'an import can be undone for {days} days',
  nothing_to_undo: 'the import changed no product',
  sheets_disabled: 'the Google Sheets API is switched off for the program; the marketplace has to turn it on',
  sheets_not_set_up: 'the program has no Google service account',
  sheet_not_connected: 'no spreadsheet is connected',
  hand_over_to_manager: 'choose a manager of the team to hand over to',
  sheet_code_missing: 'type the code {code} into cell {cell} of a tab named {tab}, then connect again',
  sheet_paused: 'the access to the spreadsheet was lost; connect it again',
  sheet_order_unknown: 'you have no order with this number',
  sheet_sku_unknown: 'the order has no item of yours with this SKU',
  too_many_keys: 'there are {limit} keys already; revoke one first',
  too_many_endpoints: 'there are {limit} addresses already; delete one first',
  endpoint_off: 'the address is switched off; switch it on first',
  prices_next_call: 'one call changes the prices of {limit} products; send these again',
  key_replaced: 'this key is replaced already; revoke the new one if it is lost',
  store_not_connected: 'no store of your own is connected',
  store_paused: 'the access to your store was lost; connect it again',
  store_lacks_orders: 'your store was connected without access to its orders; connect it again',
  order_not_in_store: 'this order does not go to your own store',
  plan_too_small: 'what is in use does not fit into this plan',
  plan_vendors_full: 'the app’s plan includes {limit} vendors, and {used} are in use; change the plan first',
  plan_products_full:
    'the marketplace’s plan includes {limit} products, and {used} are in use; nothing new can be listed now',
  plan_orders_full: 'the app’s plan includes {limit} orders in 30 days, and {used} came in; change the plan first',
  plan_not_offered: 'there is no paid subscription to end',
  managers_only: 'Only an owner of the vendor account can do this',
  slip_nothing_left: 'nothing is left to pack of {orders}',
} as const satisfies Record<string, string>;

export type ReasonCode = keyof typeof REASONS;
export type ErrorCode = keyof typeof ERRORS;
export type ErrorParams = WordParams;

/** One field that breaks one rule: where it is (`lines.0.quantity`), which rule, and its text in English. */
export type Issue = { path: string; rule: string; message: string; params?: ErrorParams };

/**
 * A refusal as programs and screens get it: words in any language are made from `code`, `reason` and `params`; `message` is the
 * English text. `params` are those of the reason where there is one.
 */
export type Refusal = {
  message: string;
  code?: string;
  reason?: string;
  params?: ErrorParams;
  issues?: readonly Issue[];
};

/** A refusal that services raise and that one HTTP boundary turns into an answer. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly reason: ReasonCode | undefined;
  readonly params: ErrorParams;
  readonly issues: readonly Issue[];

  constructor(code: ErrorCode, params: ErrorParams = {}, issues: readonly Issue[] = [], reason?: ReasonCode) {
    super(wordRefusal(code, params, reason));
    this.name = 'AppError';
    this.code = code;
    this.reason = reason;
    this.params = params;
    this.issues = issues.map(wordIssue);
  }

  get status(): number {
    return ERRORS[this.code].status;
  }

  get reportable(): boolean {
    return ERRORS[this.code].reportable;
  }
}

/** The English text of a refusal: its code's with the reason in it; a permission's reason is a sentence of its own. */
function wordRefusal(code: ErrorCode, params: ErrorParams, reason: ReasonCode | undefined): string {
  if (!reason) return fillText(ERRORS[code].text, params);
  const text = fillText(REASONS[reason], params);
  return code === 'missing_permission' ? text : fillText(ERRORS[code].text, { reason: text });
}

/** A 403 for members of a vendor's team who are no managers: it is a role that is missing, and no permission. */
export const managersOnly = (): AppError => new AppError('missing_permission', {}, [], 'managers_only');

/** A 422 that names each field and its rule. */
export function invalidInput(issues: readonly Issue[]): AppError {
  return new AppError('invalid_input', { fields: issues.map((issue) => issue.path || 'body').join(', ') }, issues);
}

/** A 409 that says why the state of things refuses. */
export function stateRefuses(reason: ReasonCode, params: ErrorParams = {}, issues: readonly Issue[] = []): AppError {
  return new AppError('invalid_state', params, issues, reason);
}

/** An issue whose message stands for a rule, with that rule, its parameters and its English text. */
export function wordIssue(issue: Issue): Issue {
  const read = readRule(issue.message);
  if (!read) return issue;
  // A rule that stands in a constant gets its numbers and names from the issue.
  const params = { ...issue.params, ...read.params };
  return { ...issue, ...read, message: fillText(read.message, params), params };
}

/** The refusal that an error is, without what is absent of it. */
export function describeRefusal({ code, reason, params, message, issues }: AppError) {
  return {
    message,
    code,
    ...(reason ? { reason } : {}),
    ...(Object.keys(params).length > 0 ? { params } : {}),
    ...(issues.length > 0 ? { issues: [...issues] } : {}),
  };
}

export { fillText };
