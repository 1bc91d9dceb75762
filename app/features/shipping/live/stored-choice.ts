import { z } from 'zod';
import { RATE_MODES, type RateChoice } from './live-rate.ts';

const storedChoice = z
  .object({ mode: z.enum(RATE_MODES).nullable(), services: z.array(z.string()) })
  .catch({ mode: null, services: [] });

/** A choice as it is stored; what cannot be read counts as none. */
export const readChoice = (stored: unknown): RateChoice => storedChoice.parse(stored);
