import { buildGid, type PlatformClient } from '../client.server.ts';
import { READ_RISK } from './order-operations.ts';
import type { OrderRiskQuery } from '../operations.generated.ts';

/** What the platform thinks of an order's risk: its recommendation, and the levels that were found. Undefined: no such order. */
export async function readOrderRisk(
  platform: PlatformClient,
  orderId: bigint,
): Promise<{ recommendation: string; levels: string[] } | undefined> {
  const { order } = await platform.query<OrderRiskQuery>(READ_RISK, { id: buildGid('Order', orderId) });
  if (!order) return undefined;
  const { recommendation, assessments } = order.risk;
  return { recommendation, levels: assessments.map(({ riskLevel }) => riskLevel) };
}
