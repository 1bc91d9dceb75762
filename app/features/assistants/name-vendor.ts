import type { Viewer } from '#app/core/viewer.ts';
import { markUntrusted, type Untrusted } from './assistant-answer.ts';

/** Whose something is, where an assistant of the marketplace asks; a vendor's assistant reads of that vendor only. */
export const nameVendor = (
  { viewer }: { viewer: Viewer },
  vendor: string | undefined,
): { vendor?: Untrusted | null } =>
  viewer.vendorScope === '*' && vendor !== undefined ? { vendor: markUntrusted('vendor', vendor) } : {};
