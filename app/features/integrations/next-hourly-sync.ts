import { HOUR_MS } from '#app/core/durations.ts';

/** When a vendor's sheet or store is read again: within the next hour. Vendors are spread over it, each always at its own minute. */
export function nextHourlySync(vendorId: bigint, now: Date): Date {
  const offset = Number((vendorId * 2_654_435_761n) % BigInt(HOUR_MS));
  const hour = Math.floor((now.getTime() - offset) / HOUR_MS) + 1;
  return new Date(hour * HOUR_MS + offset);
}
