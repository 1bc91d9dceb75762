import { LOG_DAYS } from '#app/features/webhook-endpoints/webhook-endpoint.ts';
import { NOTICE_DAYS } from '#app/platform/notices/notice.ts';
import {
  BODY_DAYS,
  DECIDED_CHANGE_DAYS,
  DECISION_DAYS,
  EXPORT_DAYS,
  MESSAGE_DAYS,
  QUOTE_DAYS,
  UNCONFIRMED_DAYS,
  UNSUBSCRIBED_DAYS,
  USAGE_DAYS,
} from './compliance.ts';

/** How long rows of a table are kept after the moment in a column. */
export type Lifetime = {
  table: string;
  /** The moment from which the days count. */
  column: string;
  days: number;
  /** Which rows, as SQL; all where it is absent. */
  where?: string;
  /** What is emptied in place of deleting the row, as SQL; `where` then leaves out what is empty already. */
  set?: string;
  /** Whose rows a store's job looks at: its own by `store_id`; those of its domain, and of domains that are no store; or everybody’s. */
  of: 'store' | 'domain' | 'all';
};

/**
 * A year and a month: what carries a key against doing something twice stays until the same day of the next year is over, so
 * that nothing yearly is done again.
 */
const YEAR_DAYS = 400;
/** What somebody may still ask about: who signed in, which code was used. */
const TRACE_DAYS = 30;
const DELIVERY_DAYS = 90;

const REQUEST_EXPORT = `topic = 'customers/data_request' AND export IS NOT NULL`;
const OPEN_BODY = `state = 'done', body = NULL, error = CASE WHEN state = 'done' THEN error ELSE 'too old: its body was erased' END`;

/** Every table that is not business, with its time to live. A test goes through all tables of the schema. */
export const LIFETIMES: readonly Lifetime[] = [
  {
    table: 'webhook_deliveries',
    column: 'received_at',
    days: BODY_DAYS,
    where: 'body IS NOT NULL',
    set: OPEN_BODY,
    of: 'domain',
  },
  { table: 'webhook_deliveries', column: 'received_at', days: DELIVERY_DAYS, where: `state = 'done'`, of: 'domain' },
  { table: 'webhook_messages', column: 'occurred_at', days: LOG_DAYS, of: 'store' },
  { table: 'mails', column: 'created_at', days: YEAR_DAYS, where: `state <> 'queued'`, of: 'store' },
  { table: 'scheduled_jobs', column: 'done_at', days: 7, where: `kind = 'deliveries.sweep'`, of: 'store' },
  { table: 'scheduled_jobs', column: 'done_at', days: YEAR_DAYS, of: 'store' },
  { table: 'refresh_tokens', column: 'expires_at', days: TRACE_DAYS, of: 'store' },
  { table: 'user_codes', column: 'expires_at', days: TRACE_DAYS, of: 'store' },
  { table: 'sign_in_challenges', column: 'expires_at', days: 1, of: 'store' },
  { table: 'platform_sessions', column: 'expires', days: TRACE_DAYS, where: 'is_online', of: 'domain' },
  { table: 'upload_tokens', column: 'expires_at', days: TRACE_DAYS, of: 'store' },
  // From where a key was used that has been replaced; a revoked one forgets it at once.
  {
    table: 'api_keys',
    column: 'ends_at',
    days: TRACE_DAYS,
    where: 'last_used_from IS NOT NULL',
    set: 'last_used_from = NULL',
    of: 'store',
  },
  { table: 'idempotency_keys', column: 'created_at', days: 1, of: 'store' },
  { table: 'rate_buckets', column: 'resets_at', days: 1, of: 'all' },
  { table: 'delivery_claims', column: 'claimed_at', days: 1, of: 'all' },
  {
    table: 'compliance_requests',
    column: 'completed_at',
    days: EXPORT_DAYS,
    where: REQUEST_EXPORT,
    set: 'export = NULL',
    of: 'store',
  },
  { table: 'contact_messages', column: 'received_at', days: MESSAGE_DAYS, of: 'store' },
  // What was offered stays with its seller; by whom is forgotten as a message is.
  {
    table: 'offers',
    column: 'updated_at',
    days: MESSAGE_DAYS,
    where: `email IS NOT NULL AND status IN ('rejected', 'completed')`,
    set: 'email = NULL, customer_id = NULL, invoice_url = NULL',
    of: 'store',
  },
  { table: 'subscribers', column: 'requested_at', days: UNCONFIRMED_DAYS, where: `status = 'pending'`, of: 'store' },
  {
    table: 'subscribers',
    column: 'unsubscribed_at',
    days: UNSUBSCRIBED_DAYS,
    where: `status = 'unsubscribed'`,
    of: 'store',
  },
  { table: 'shipping_quotes', column: 'answered_at', days: QUOTE_DAYS, of: 'store' },
  { table: 'label_rates', column: 'quoted_at', days: TRACE_DAYS, of: 'store' },
  { table: 'product_changes', column: 'closed_at', days: DECIDED_CHANGE_DAYS, where: `state = 'closed'`, of: 'store' },
  { table: 'scheduled_decisions', column: 'ended_at', days: DECISION_DAYS, of: 'store' },
  { table: 'usage_events', column: 'created_at', days: USAGE_DAYS, of: 'store' },
  { table: 'notices', column: 'created_at', days: NOTICE_DAYS, of: 'store' },
];
