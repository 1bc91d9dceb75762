import { Badge } from '@shopify/polaris';
import { useText } from '../i18n/use-text.ts';
import { useDueName } from '../money/use-due-name.ts';

/** The one list of what a badge can say, and the tone each word has. A feature maps its states onto these words. */
export const STATUS_TONES = {
  unfulfilled: 'attention',
  shipToday: 'warning',
  late: 'warning',
  onHold: 'warning',
  partShipped: 'warning',
  fulfilled: undefined,
  cancelled: undefined,
  rejected: undefined,
  overpaid: undefined,
  notDueYet: undefined,
  refunded: undefined,
  returned: undefined,
  voided: undefined,
  closed: undefined,
  received: 'success',
  declined: undefined,
  withdrawn: undefined,
  expired: undefined,
  ended: undefined,
  scheduled: 'info',
  expected: undefined,
  waiting: undefined,
  outdated: 'warning',
  draft: undefined,
  archived: undefined,
  due: 'info',
  onItsWay: 'attention',
  pending: 'attention',
  authorized: 'attention',
  partPaid: 'attention',
  requested: 'attention',
  open: 'info',
  awaitingApproval: 'attention',
  changeWaiting: 'attention',
  countered: 'attention',
  partRefunded: 'attention',
  sentBack: 'warning',
  approving: 'info',
  sendingBack: 'info',
  paid: 'success',
  approved: 'success',
  active: 'success',
  ready: 'success',
  accepted: 'success',
  completed: 'success',
  confirmed: 'success',
  unsubscribed: undefined,
  unknown: 'warning',
  test: 'warning',
  unclaimed: 'warning',
  invited: 'info',
  failed: 'critical',
  blocked: 'critical',
  reversed: 'critical',
} as const satisfies Record<string, 'attention' | 'warning' | 'info' | 'success' | 'critical' | undefined>;
export type Status = keyof typeof STATUS_TONES;

/** One word about a state, in the viewer's language. */
export function StatusBadge({ status }: { status: Status }) {
  const t = useText();
  const dueName = useDueName();
  const tone = STATUS_TONES[status];
  return <Badge {...(tone ? { tone } : {})}>{status === 'due' ? dueName : t(`common:status.${status}`)}</Badge>;
}
