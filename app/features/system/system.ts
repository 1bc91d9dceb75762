import { PROCESS_ENDED } from '#app/core/text/process-ended.ts';

/** What an admin may have to look at, by kind; each has its next step in the texts of the screen. */
export const EXCEPTION_KINDS = [
  'no_commission_line',
  'unknown_vendor',
  'refund_refused',
  'total_unexplained',
  'webhook_missing',
  'order_unreadable',
  'order_deleted',
  'commission_currency',
  'currency_changed',
  'scopes_missing',
  'vendor_found',
  'vendor_name_shared',
] as const;
export type ExceptionKind = (typeof EXCEPTION_KINDS)[number] | 'other';

export function exceptionKind(kind: string): ExceptionKind {
  return EXCEPTION_KINDS.find((one) => one === kind) ?? 'other';
}

/** The parts of a payload that name no person, in this order. */
const PLAIN_FIELDS = [
  'id',
  'order_id',
  'product_id',
  'inventory_item_id',
  'financial_status',
  'fulfillment_status',
  'status',
  'currency',
  'total_price',
  'updated_at',
  'created_at',
] as const;
const MAX_VALUE = 60;

/** A payload in a few facts without personal data: its number, its states and times, and how many lines it has. */
export function summarisePayload(payload: unknown): { field: string; value: string }[] {
  if (typeof payload !== 'object' || payload === null) return [];
  const record = payload as Record<string, unknown>;
  const facts = PLAIN_FIELDS.flatMap((field) => {
    const value = record[field];
    return typeof value === 'string' || typeof value === 'number'
      ? [{ field, value: String(value).slice(0, MAX_VALUE) }]
      : [];
  });
  // An order's name is its number with a sign; any other name may be a person's.
  const name = record.name;
  if (typeof name === 'string' && /^#[\w-]{1,20}$/.test(name)) facts.unshift({ field: 'name' as 'id', value: name });
  for (const list of ['line_items', 'variants', 'refund_line_items', 'data']) {
    const value = record[list];
    if (Array.isArray(value)) facts.push({ field: list as 'id', value: String(value.length) });
  }
  return facts;
}

/** Why something failed for good, in the words of the screen; `failed` is anything else, with what the program noted. */
export const DEAD_REASONS = ['unreadable', 'strange', 'process_ended', 'failed', 'unknown'] as const;
export type DeadReason = (typeof DEAD_REASONS)[number];

const MAX_FIELD = 80;

/** The reason that a note tells, and the fields of the message that it names. */
export function readDeadNote(note: string | null): { reason: DeadReason; fields: string[] } {
  if (note === null || note === '') return { reason: 'unknown', fields: [] };
  if (note === PROCESS_ENDED) return { reason: 'process_ended', fields: [] };
  if (note.startsWith('not ')) return { reason: 'strange', fields: [] };
  if (!note.startsWith('unreadable: ')) return { reason: 'failed', fields: [] };
  const fields = note
    .slice('unreadable: '.length)
    .split('; ')
    .map((one) => (one.split(' ')[0] ?? '').slice(0, MAX_FIELD));
  return { reason: 'unreadable', fields: [...new Set(fields)].filter((field) => field !== '') };
}
