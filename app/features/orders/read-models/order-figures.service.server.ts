import type { SqlTx } from '#app/server/db.server.ts';
import * as repo from './order-figures.repo.server.ts';

export type { SalesRow } from './order-figures.repo.server.ts';

/** What is due to vendors within the scope, by currency. */
export const sumDue = (tx: SqlTx): Promise<repo.DueRow[]> => repo.sumDue(tx);

/** To how many vendors something is due, those in several currencies once for each. Needs the marketplace's scope. */
export const countDueVendors = (tx: SqlTx): Promise<number> => repo.countDueVendors(tx);

/** What was sold within the scope in [from, to), by currency. */
export const sumSales = (tx: SqlTx, o: { from: Date; to: Date }): Promise<repo.SalesRow[]> => repo.sumSales(tx, o);

/** How many orders each day of a time zone saw since a moment, by ISO date. */
export const countOrdersByDay = (tx: SqlTx, o: { from: Date; timezone: string }): Promise<Map<string, number>> =>
  repo.countByDay(tx, o);

/** The vendors that sold most since a moment. */
export const listTopVendors = (tx: SqlTx, o: { from: Date; limit: number }): Promise<repo.TopVendor[]> =>
  repo.listTopVendors(tx, o);

/** The oldest paid orders that wait to be sent, and how many there are. */
export const listToShip = (tx: SqlTx, limit: number): Promise<{ rows: repo.ToShip[]; count: number }> =>
  repo.listToShip(tx, limit);

/** Money within the scope by how far it is, by currency. */
export const splitMoney = (tx: SqlTx, paidSince: Date) => repo.splitMoney(tx, paidSince);
