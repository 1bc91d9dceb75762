import { z } from 'zod';
import { SWITCH_NAMES, type SwitchName } from './switches.ts';

/** One switch as the specification writes it. */
export const switchWire = z.strictObject({ enabled: z.boolean() });

const shape = Object.fromEntries(SWITCH_NAMES.map((name) => [name, switchWire])) as Record<
  SwitchName,
  typeof switchWire
>;

/** All switches: `{ messages: { enabled: true }, … }`. */
export const switchesSchema = z.strictObject(shape);
