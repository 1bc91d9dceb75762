import type { Check, Finding } from '#app/features/system/doctor/check.ts';
import type { Examined } from '#app/main/runtime.server.ts';

/** A check of what only an operator sees and mends. `remedy` is one sentence of what to do. */
export type OperatorCheck = Check<string> & { remedy: string };

export type Services = Examined['services'];
export type { Finding };
