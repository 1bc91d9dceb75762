import { defineEvent } from '#app/core/events.ts';
import type { Actor } from '#app/core/viewer.ts';

/** A vendor has another name; `from` is the one it had. */
export type VendorRenamed = { vendorId: bigint; from: string; to: string };
export const vendorRenamed = defineEvent<VendorRenamed>('vendor.renamed');

/** A vendor's account was taken away, and by whom. */
export type VendorDeleted = { vendorId: bigint; actor: Actor };
export const vendorDeleted = defineEvent<VendorDeleted>('vendor.deleted');
