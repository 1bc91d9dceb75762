/**
 * Why Shippo did not do what was asked. All but `lost` are certain: nothing was bought. `lost` is the one of which nobody knows
 * (no answer, or one that does not say what happened): a purchase is looked up before it is made again.
 */
export type ShippoReason = 'key' | 'busy' | 'missing' | 'refused' | 'lost';

/** A refusal of Shippo. It carries the status alone: an answer may hold a key or an address. */
export class ShippoProblem extends Error {
  readonly reason: ShippoReason;
  readonly status: number | null;

  constructor(reason: ShippoReason, status: number | null = null) {
    super(`shippo ${reason === 'lost' ? 'left open what happened' : 'refused'}: ${status ?? reason}`);
    this.name = 'ShippoProblem';
    this.reason = reason;
    this.status = status;
  }
}
