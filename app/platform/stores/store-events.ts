import { defineEvent } from '#app/core/events.ts';

/** The platform told that an installed store, its plan or what it grants has changed. */
export const storeChanged = defineEvent<Record<string, never>>('store.changed');
