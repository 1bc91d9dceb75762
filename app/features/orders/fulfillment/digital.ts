/** What the platform thinks of an order's risk, as far as shipping without anybody looking goes. */
type RiskOpinion = { recommendation: string; levels: readonly string[] };

/** `known` and harmless, too `high`, still being found out, or nothing said of it. */
export type Risk = 'low' | 'high' | 'pending' | 'unsaid';

/** Reads the platform's opinion: what it would cancel or look into, or finds a high risk in, is high. */
export function readRisk({ recommendation, levels }: RiskOpinion): Risk {
  if (recommendation === 'CANCEL' || recommendation === 'INVESTIGATE' || levels.includes('HIGH')) return 'high';
  if (levels.includes('PENDING')) return 'pending';
  return recommendation === 'NONE' && levels.length === 0 ? 'unsaid' : 'low';
}

/** Pauses between looks at a risk that is not known yet. */
const POLL_AFTER_MINUTES = [1, 2, 5, 10, 20, 30] as const;

/**
 * What is done about digital items by what is known of the risk at a look (from 0): shipped, looked at again in some minutes, or
 * left to a person. A store that says nothing of risks at all is not waited for without end; a risk that is still being found
 * out when the looks are over is a person's to judge.
 */
export function decideDigital(
  risk: Risk,
  pollCount: number,
): { act: 'ship' | 'leave' } | { act: 'wait'; minutes: number } {
  if (risk === 'low') return { act: 'ship' };
  if (risk === 'high') return { act: 'leave' };
  const minutes = POLL_AFTER_MINUTES[pollCount];
  if (minutes !== undefined) return { act: 'wait', minutes };
  return { act: risk === 'unsaid' ? 'ship' : 'leave' };
}
