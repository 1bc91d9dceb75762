import type { Actor } from '#app/core/viewer.ts';

/** Who acts where a buyer does: nobody's name is known for certain. */
export const BUYER: Actor = { kind: 'buyer', id: 'buyer', name: '', role: 'buyer' };
