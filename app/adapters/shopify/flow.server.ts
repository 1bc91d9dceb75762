import { refuseUserErrors, requireAnswer, type PlatformClient } from './client.server.ts';
import type { FlowTriggerReceiveMutation } from './operations.generated.ts';

const RECEIVE = `#graphql
  mutation FlowTriggerReceive($handle: String!, $payload: JSON!) {
    flowTriggerReceive(handle: $handle, payload: $payload) { userErrors { field message } }
  }`;

/** What a trigger's fields hold, by their keys, and the number of a record of the store by its name (`order_id`). At most 50 kB. */
export type FlowPayload = Readonly<Record<string, string | number>>;

/**
 * Starts the workflows that begin with a trigger of the app. Each call starts them anew: the platform knows no repeats. Throws
 * platform_refused (422) for a trigger that it does not know and for a payload that is not of its fields.
 */
export async function receiveFlowTrigger(
  platform: PlatformClient,
  o: { handle: string; payload: FlowPayload },
): Promise<void> {
  const { flowTriggerReceive } = await platform.mutate<FlowTriggerReceiveMutation>(RECEIVE, o);
  refuseUserErrors(requireAnswer(flowTriggerReceive).userErrors);
}
