import type { DomainEvent } from '#app/core/events.ts';
import type { SqlTx } from './db.server.ts';

/** What happened is told to whoever follows it. */
export type Events = {
  /** Tells everybody whom the table names, in the given transaction. */
  publish<Facts>(tx: SqlTx, event: DomainEvent<Facts>, facts: Facts): Promise<void>;
};
