import type { SqlTx } from '#app/server/db.server.ts';
import * as repo from './order-figures.repo.server.ts';

/** What is due to vendors within the scope, by currency. */
export const sumDue = (tx: SqlTx): Promise<repo.DueRow[]> => repo.sumDue(tx);

/** To how many vendors something is due, those in several currencies once for each. Needs the marketplace's scope. */
export const countDueVendors = (tx: SqlTx): Promise<number> => repo.countDueVendors(tx);

/** The orders that wait to be sent, paid ones first, then the oldest. */
export const listToShip = (tx: SqlTx, limit: number): Promise<repo.ToShip[]> => repo.listToShip(tx, limit);

/** The newest order within the scope that somebody paid something for; undefined where there is none. */
export const findNewestSale = (tx: SqlTx): Promise<repo.NewestSale | undefined> => repo.findNewestSale(tx);

/** Money within the scope by how far it is, by currency. */
export const splitMoney = (tx: SqlTx, paidSince: Date) => repo.splitMoney(tx, paidSince);
