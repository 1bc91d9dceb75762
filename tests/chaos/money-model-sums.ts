import { program } from '#tests/support/program.ts';

/** Amounts by what they are of; what is zero is left out. */
export class Sums extends Map<string, bigint> {
  add(key: string, amount: bigint): void {
    const sum = (this.get(key) ?? 0n) + amount;
    if (sum === 0n) this.delete(key);
    else this.set(key, sum);
  }
}

/** What differs between two tables, a line each. */
export function tellDifferences(what: string, ours: Sums, expected: Sums): string[] {
  return [...new Set([...ours.keys(), ...expected.keys()])].flatMap((key) => {
    const [is, should] = [ours.get(key) ?? 0n, expected.get(key) ?? 0n];
    return is === should ? [] : [`${what} ${key}: ${is} in the program, ${should} in the model`];
  });
}

/** Rows of one store, read as the owner of the database. */
export async function select<Row>(sql: string, storeId: bigint): Promise<Row[]> {
  return program().owner.$queryRawUnsafe<Row[]>(sql, storeId);
}
