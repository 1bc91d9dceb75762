import { z } from 'zod';
import { SWITCH_NAMES, type SwitchName } from './switches.ts';

/** One switch as the specification writes it. */
export const switchDto = z.strictObject({ enabled: z.boolean() });

const shape = Object.fromEntries(SWITCH_NAMES.map((name) => [name, switchDto])) as Record<SwitchName, typeof switchDto>;

/** All switches: `{ messages: { enabled: true }, … }`. */
export const switchesSchema = z.strictObject(shape);
