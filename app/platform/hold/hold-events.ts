import { defineEvent } from '#app/core/events.ts';

/** A restore of the database was noticed, for the scope's store. */
export const storeRestored = defineEvent<Record<string, never>>('store.restored');
