/** Something that happened in one area and that others may follow; `Facts` is what is told of it. */
export type DomainEvent<Facts> = { readonly name: string; readonly _facts?: Facts };

/** Names an event. Who follows it stands in `app/main/event-listeners.server.ts`. */
export const defineEvent = <Facts>(name: string): DomainEvent<Facts> => ({ name });
