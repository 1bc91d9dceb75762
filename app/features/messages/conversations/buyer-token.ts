import { z } from 'zod';
import { rule } from '#app/core/rules.ts';

/** The longest token of a buyer's link, in characters. */
export const MAX_TOKEN = 600;

/** What lets a buyer into one conversation, as it is sent. */
export const buyerToken = z.string().min(1, rule('required_field')).max(MAX_TOKEN);
/** Which store is meant, where neither the host nor `?store=` says it. */
export const store = z.string().trim().max(100).optional();
