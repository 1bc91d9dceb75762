import type { DemoWorld } from './world.ts';

type Upload = { url: string; location: string };
type Import = { id: string; mapping: object };

const TABLE = [
  'SKU,Title,Price,Stock,Weight,Weight unit,Description',
  'FW-901,Winter hat with ear flaps,39.00,24,140,g,<p>Double knit.</p>',
  'FW-902,Wool insoles,14.50,60,90,g,<p>Cut to size.</p>',
  'FW-903,Blanket of leftover yarn,129.00,5,1200,g,<p>Each one different.</p>',
  'FW-904,Mitten repair kit,twelve,30,60,g,<p>Needle and yarn in six colors.</p>',
  ',Scarf without number,44.00,8,200,g,',
  'FW-906,Felted bag,59.00,2.5,400,g,',
].join('\n');

/** A vendor's table of products: three are made, three rows are refused with their reasons. */
export async function importTable(world: DemoWorld): Promise<void> {
  const vendor = world.vendor('Fjell');
  const { url, location } = await world.call<Upload>(vendor, 'PUT', '/product-csv/upload?name=winter-2026.csv', {});
  const stored = await fetch(url, { method: 'PUT', body: TABLE, headers: { 'content-type': 'text/csv' } });
  if (!stored.ok) throw new Error(`The table was not stored (${stored.status})`);
  const { id, mapping } = await world.call<Import>(vendor, 'POST', '/product-csv/imports', { location });
  await world.call(vendor, 'POST', `/product-csv/imports/${id}/check`, { mapping });
  await world.call(vendor, 'POST', `/product-csv/imports/${id}/start`, { mapping });
}
