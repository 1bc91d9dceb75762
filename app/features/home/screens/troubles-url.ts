import type { Troubles } from '../home.ts';

/** Where payouts that did not arrive are seen to: the only one, or their list. */
export const troublesUrl = ({ count, newest }: Troubles): string =>
  count === 1 && newest ? `/money/payouts/${newest.id}` : '/money/payouts?view=troubles';
