import type { DomainEvent } from '#app/core/events.ts';
import { invariant } from '#app/core/invariant.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { Events } from '#app/server/events.server.ts';

/** What follows an event, in its transaction: where it throws, the event did not happen. */
export type Listener<Facts> = (services: Services, tx: SqlTx, facts: Facts) => Promise<void>;

/** An event with everything that follows it, in this order. */
export type Subscription = { event: string; tell(services: Services, tx: SqlTx, facts: unknown): Promise<void> };

/** A line of the table of events. */
export function on<Facts>(event: DomainEvent<Facts>, ...listeners: readonly Listener<Facts>[]): Subscription {
  return {
    event: event.name,
    async tell(services, tx, facts) {
      for (const listener of listeners) await listener(services, tx, facts as Facts);
    },
  };
}

/** The events of a program, by its table; an event without a line there is a fault. */
export function createEvents(table: readonly Subscription[], services: () => Services): Events {
  const lines = new Map(table.map((line) => [line.event, line]));
  invariant(lines.size === table.length, 'each event has one line');
  return {
    async publish(tx, event, facts) {
      const line = lines.get(event.name);
      invariant(line, `the table of events has no line of ${event.name}`);
      await line.tell(services(), tx, facts);
    },
  };
}
