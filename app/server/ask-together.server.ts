import { prepared, type SqlTx, type SqlValue, type Statement } from './db.server.ts';

type Row = Record<string, unknown>;
type Question = {
  text: string;
  values: readonly SqlValue[];
  answer: (rows: Row[]) => void;
  fail: (error: unknown) => void;
};

/**
 * Counts several things in one statement: what the works ask for in the same moment is asked together, and what they ask for
 * afterwards in the next one. For reads whose rows are numbers of 32 bits, texts and booleans, as counts are: rows come back as
 * JSON, which knows no bigint and no time.
 */
export async function askTogether<Name extends string>(
  tx: SqlTx,
  works: Readonly<Record<Name, (tx: SqlTx) => Promise<number>>>,
): Promise<Record<Name, number>> {
  let waiting: Question[] = [];
  const query = <R>(statement: Statement, values: readonly SqlValue[] = []): Promise<R[]> =>
    new Promise<R[]>((resolve, reject) => {
      // What is known already settles before the next turn of the event loop, so that works which look it up first are not late.
      if (waiting.length === 0) setImmediate(() => void send());
      waiting.push({
        text: typeof statement === 'string' ? statement : statement.text,
        values,
        answer: (rows) => {
          resolve(rows as R[]);
        },
        fail: reject,
      });
    });
  const send = async (): Promise<void> => {
    const questions = waiting;
    waiting = [];
    try {
      const answers = await ask(tx, questions);
      questions.forEach(({ answer }, index) => {
        answer(answers[index] ?? []);
      });
    } catch (error) {
      for (const { fail } of questions) fail(error);
    }
  };
  const names = Object.keys(works) as Name[];
  // What the page knows is read here, and nothing is added to it: rows as JSON are no rows for others.
  const own = tx.pageCache ? { ...tx, query, pageCache: new Map(tx.pageCache) } : { ...tx, query };
  const counts = await Promise.all(names.map((name) => works[name](own)));
  return Object.fromEntries(names.map((name, index) => [name, counts[index]])) as Record<Name, number>;
}

async function ask(tx: SqlTx, questions: readonly Question[]): Promise<Row[][]> {
  const [only, second] = questions;
  if (only && !second) return [await tx.query<Row>(only.text, only.values)];
  const values: SqlValue[] = [];
  const parts = questions.map((one, index) => {
    const text = one.text.replace(/\$(\d+)/g, (_, number: string) => `$${Number(number) + values.length}`);
    values.push(...one.values);
    return `(SELECT coalesce(json_agg(t), '[]') FROM (${text}) t) AS a${index}`;
  });
  const [row] = await tx.query<Record<string, Row[]>>(prepared(`SELECT ${parts.join(',\n')}`), values);
  return questions.map((_, index) => row?.[`a${index}`] ?? []);
}
