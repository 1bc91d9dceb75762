import type { PayoutIssues } from '../home.contract.ts';

/** Where payouts that did not arrive are seen to: the only one, or their list. */
export const payoutIssuesUrl = ({ count, newest }: PayoutIssues): string =>
  count === 1 && newest ? `/money/payouts/${newest.id}` : '/money/payouts?view=issues';
