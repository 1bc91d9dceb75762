import { program } from '../program.ts';

/**
 * Everything that the database holds, as texts: each row of each table, and what is encrypted opened. What a redaction
 * promised to forget must not be found here.
 */
export async function dumpEverything(): Promise<string> {
  const { owner, container } = program();
  const { vault } = container.services;
  const texts = [await dumpRows()];
  const deliveries = await owner.webhookDelivery.findMany({ where: { body: { not: null } } });
  for (const { id, body } of deliveries) {
    if (body) texts.push(`webhook_deliveries.body ${id} ${vault.open(body).toString('utf8')}`);
  }
  const requests = await owner.complianceRequest.findMany();
  for (const { id, export: encrypted } of requests) {
    const text = (encrypted as { sealed?: string } | null)?.sealed;
    if (text) texts.push(`compliance_requests.export ${id} ${vault.openText(text)}`);
  }
  return texts.join('\n');
}

/** Each row of each table as it lies there: what is encrypted stays so. */
export async function dumpRows(): Promise<string> {
  const { owner } = program();
  const tables = await owner.$queryRaw<{ schema: string; name: string }[]>`
    SELECT schemaname AS schema, tablename AS name FROM pg_tables WHERE schemaname IN ('public', 'pgboss') ORDER BY 1, 2`;
  const texts: string[] = [];
  for (const { schema, name } of tables) {
    const rows = await owner.$queryRawUnsafe<{ row: string }[]>(`SELECT t::text AS row FROM "${schema}"."${name}" t`);
    texts.push(...rows.map(({ row }) => `${name} ${row}`));
  }
  return texts.join('\n');
}

/** The rows of a dump that hold one of these texts, in whatever case. */
export function findIn(dump: string, markers: readonly string[]): string[] {
  return dump.split('\n').filter((line) => markers.some((marker) => line.toLowerCase().includes(marker.toLowerCase())));
}
