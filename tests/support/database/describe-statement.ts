import type pg from 'pg';

/** A column of a statement's answer, with PostgreSQL's name of its type (`int8`, `_text`). */
export type ResultColumn = { name: string; type: string };

type Field = { name: string; dataTypeID: number };
type Described = { fields: Field[] } | { error: Error & { code?: string } };
/** The part of the driver's connection that parses without running. */
type ParsingConnection = {
  parse(query: { name: string; text: string; types: number[] }, more: boolean): void;
  describe(what: { type: 'S'; name: string }, more: boolean): void;
  sync(): void;
};

const TEXT_OID = 25;
const names = new Map<number, string>();

/** Has a statement parsed and not run. Answers its columns, undefined where PostgreSQL cannot parse it. */
export async function describeStatement(client: pg.Client, text: string): Promise<readonly ResultColumn[] | undefined> {
  const types: number[] = [];
  for (;;) {
    const described = await parse(client, text, types);
    if ('fields' in described) {
      const columns: ResultColumn[] = [];
      for (const field of described.fields) columns.push(await toColumn(client, field));
      return columns;
    }
    // A parameter that nothing tells the type of, or that only a hole would have used.
    const unknown = /could not determine data type of parameter \$(\d+)/.exec(described.error.message)?.[1];
    if (unknown === undefined || types[Number(unknown) - 1] === TEXT_OID) return undefined;
    for (let at = types.length; at < Number(unknown); at++) types.push(0);
    types[Number(unknown) - 1] = TEXT_OID;
  }
}

function parse(client: pg.Client, text: string, types: number[]): Promise<Described> {
  return new Promise((resolve) => {
    let fields: Field[] = [];
    const submittable = {
      submit(wire: ParsingConnection) {
        wire.parse({ name: '', text, types }, true);
        wire.describe({ type: 'S', name: '' }, true);
        wire.sync();
      },
      handleRowDescription(message: { fields: Field[] }) {
        ({ fields } = message);
      },
      handleError(error: Error & { code?: string }) {
        resolve({ error });
      },
      handleReadyForQuery() {
        resolve({ fields });
      },
    };
    client.query(submittable as unknown as pg.Submittable);
  });
}

async function toColumn(client: pg.Client, { name, dataTypeID }: Field): Promise<ResultColumn> {
  const known = names.get(dataTypeID);
  if (known !== undefined) return { name, type: known };
  const { rows } = await client.query<{ typname: string }>('SELECT typname FROM pg_type WHERE oid = $1', [dataTypeID]);
  const type = rows[0]?.typname ?? '';
  names.set(dataTypeID, type);
  return { name, type };
}
