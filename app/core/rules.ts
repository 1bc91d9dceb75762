/** What the words of a rule or a refusal name: numbers and texts by their names. */
export type WordParams = Readonly<Record<string, string | number>>;

/**
 * The rules that values can break, with the English text of each as the API says it; `{name}` is filled from the parameters.
 * Other languages translate the rule (`errors:rules.<rule>` in the locales).
 */
export const RULES = {
  file_empty: 'The file is empty',
  image_bytes: 'Maximum image size is 20MB',
  image_pixels: 'Maximum image size is 25MP',
  file_mismatch: 'The file is not what its name says',
  valid_email: 'Must be a valid e-mail address',
  required_field: 'Required field',
  id: 'must be an id of digits',
  whole_number: 'must be a whole number',
  at_least_one: 'must be at least 1',
  max_row_cursor: 'reaches row {row} only: go on with cursor',
  cursor_of_list: 'is not a cursor of this list',
  min_amount: 'must be an amount of at least {minimum}',
  required: 'Required',
  passwords_differ: "Passwords don't match",
  email_taken: 'This e-mail address belongs to another account of this marketplace',
  not_your_password: 'This is not your password',
  plain_event_text: 'may hold letters, digits, spaces and . : / _ - only',
  max_properties: 'has at most {maximum} properties',
  address_suppressed: 'This address is on the list of addresses that get no email',
  not_a_chargeback: 'only a chargeback is borne in part',
  above_zero: 'must be above 0',
  above_chargeback: 'must not be more than the chargeback',
  listed_twice: 'stands here twice',
  one_item: 'name at least one item',
  nothing_chosen: 'Choose items, shipping or an amount',
  file_expired: 'The file is no longer kept. Upload it again',
  not_an_image: 'Provided url is not an image',
  not_a_product: 'must be a product of the store',
  vendor_name: 'is not a name that a vendor can have',
  shop_domain: 'must be a shop domain such as demo.myshopify.com',
  own_store: 'This is the store of the marketplace itself',
  valid_url: 'Must be a valid URL',
  key_too_short: 'is too short for a key of the provider',
  key_malformed: 'is not a key of the provider',
  background_not_removable: 'is no picture whose background can be removed',
  key_unknown: 'is not a key that the provider knows',
  hex_color: 'must be a {digits}-digit hex color such as #4f46e5',
  min_characters: 'must have at least {minimum} characters',
  cursor: 'is not a cursor of this call',
  number: 'must be a number',
  max_lines: 'should have at most {maximum} lines',
  max_row: 'reaches row {row} only',
  number_or_more: 'must be {minimum} or more',
  max_number: 'must be at most {maximum}',
  one: 'Choose at least one',
  max_at_once: 'at most {maximum} at once',
  max_characters: 'should have at most {maximum} characters',
  not_a_country: 'must be a country',
  prefix_format: 'must be 1 to 12 letters, digits or hyphens',
  one_feature: 'Name at least one feature',
  month_format: 'must be a month, such as 2026-11',
  tracking_url_needed: 'Another carrier needs the address of its tracking page',
  orders_or_matching: 'orders and matching exclude each other',
  min_number: 'must be at least {minimum}',
  one_shipment: 'name at least one fulfillment',
  beside_shipments: 'stands beside fulfillments',
  date: 'must be a date',
  starts_with_sk: 'Must starts with sk_',
  venmo_handle: 'Must be a Venmo handle such as @name',
  time_of_day: 'must be a time of day such as 10:00',
  one_weekday: 'choose at least one weekday',
  not_in_future: 'must not be in the future',
  one_line_needed: 'There should be at least one line',
  one_order: 'name at least one order',
  max_orders: 'names at most {maximum} orders',
  comma: 'must not contain a comma',
  ids_or_matching: 'ids and matching exclude each other',
  below_min: 'should not be below min',
  after_or_before: 'after and before exclude each other',
  video_host: 'Must be a video of YouTube or Vimeo',
  template_name: 'must be the name of a template, such as vendor',
  not_a_channel: 'must be a sales channel of the store',
  not_a_medium: 'is not a reference of a medium',
  saved_already: 'This one is saved already',
  key_characters: 'must be made of letters, digits, _, - and $, at most {maximum}',
  two_choices: 'There should be at least two choices',
  one_choice: 'There should be at least one choice',
  choice_repeated: 'Each choice stands there once',
  key_repeated: 'Each key stands there once',
  field_gone: 'is not a field of this form any more: load the page again',
  not_an_option: 'must be one of the options',
  date_format: 'must be a date such as 2026-11-21',
  date_time_format: 'must be a date and time such as 2026-11-21T09:30',
  not_options: 'must be options of the list',
  no_choices: 'This type has no choices',
  entry_numbers: 'must be numbers of entries with commas between',
  handle_format: 'must be {minimum} to 64 letters, digits, _ and -',
  field_repeated: 'Each field stands there once',
  not_a_file: 'must be a file of the store',
  file_type: 'is not an accepted type of file',
  long_key_format: 'must be made of letters, digits, _ and -, 3 to 255',
  key_format: 'must be made of letters, digits, _ and -, 2 to 64',
  not_a_rule: 'is not a rule of a definition',
  name_repeated: 'Each name stands there once',
  not_a_type: 'is not a type of the store platform',
  percentage: 'must be a percentage from 0 to 100 with at most four places',
  currency_format: 'must be a currency, such as EUR',
  year: 'must be a year',
  one_vendor: 'name at least one vendor',
  not_a_dead_letter: 'must be the id of a dead letter',
  one_id: 'There should be at least one id',
  not_a_language: 'is not a language',
  term_repeated: 'stands in this language already',
  not_a_reference: 'is not a reference of the platform',
  language_not_translated: 'is no language that products are translated into',
  bytes: 'must be a number of bytes',
  accepted_types: 'accepted types are JPEG, PNG, WEBP, HEIC, GIF, videos and documents',
  unconditioned_line: 'At least one commission line should not have a condition',
  change_id: 'must be the id of a change',
  always_sent: 'is always sent',
  provider_product_id: 'must be the id of a product of the provider',
  end_before_start: 'Should be before the start date',
  rate_name: 'is not one of the names of rates',
  above_lower_bound: 'must be above the lower bound',
  kilograms: 'must be kilograms with at most three decimal places',
  province_code: 'must be the code of a province, such as ON',
  one_rate: 'There should be at least one rate',
  one_country: 'There should be at least one country',
  rate_names: 'There should be 1 to 5 names of rates',
  characters_between: 'must have {minimum} to {maximum} characters',
  whole_number_between: 'must be a whole number from {minimum} to {maximum}',
  max_files: 'must have at most {maximum} files',
  days_apart: 'must leave 0 to {maximum} days between the two',
  max_vendors: 'names at most {maximum} vendors',
} as const satisfies Record<string, string>;

export type RuleCode = keyof typeof RULES;

/** What a message begins with that stands for a rule. */
const MARK = 'rule:';

/** The message of a rule for a schema or an issue: `issuesOf` and `AppError` make rule, parameters and English text of it. */
export function rule(code: RuleCode, params: WordParams = {}): string {
  return MARK + JSON.stringify({ code, params });
}

/** The rule that a message stands for; undefined where it is a text. */
export function readRule(message: string): { rule: RuleCode; params: WordParams; message: string } | undefined {
  if (!message.startsWith(MARK)) return undefined;
  const { code, params } = JSON.parse(message.slice(MARK.length)) as { code: RuleCode; params: WordParams };
  return { rule: code, params, message: fillText(RULES[code], params) };
}

/** Fills `{name}` in a text from the parameters; an unknown name stays as it is. */
export function fillText(text: string, params: WordParams): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
}
