/**
 * How our carrier service stands in a store. `pending`: being registered or looked at; `not_granted`: the store has not granted
 * the access; `refused`: the platform does not let it ask us, mostly because of the plan; `off`: shipping was turned off.
 */
export type CarrierState = 'pending' | 'active' | 'not_granted' | 'refused' | 'off';

/** What the merchant reads in the store admin, where rates of a carrier are added to a zone. */
export const CARRIER_NAME = 'Souk shipping rates';

/** A carrier service as the platform has it. */
type Carrier = { id: bigint; callbackUrl: string | null; active: boolean };

/** Our own among the carrier services of a store: by its id, else by its address, where the answer that named the id was lost. */
export function findOwn(
  carriers: readonly Carrier[],
  o: { carrierId: bigint | null; callbackUrl: string },
): Carrier | undefined {
  return (
    carriers.find(({ id }) => id === o.carrierId) ?? carriers.find(({ callbackUrl }) => callbackUrl === o.callbackUrl)
  );
}

/** Whether the platform turned it off, or took it away, since it was last seen to ask us. */
export function wasDeactivated(state: CarrierState, found: Carrier | undefined): boolean {
  return state === 'active' && found?.active !== true;
}
