import { z } from 'zod';
import { MAX_PAGE, type WooClient } from './client.server.ts';

/** What a store reports. */
export const WOO_TOPICS = [
  'product.updated',
  'product.deleted',
  'product.restored',
  'order.updated',
  'order.deleted',
] as const;

const hookSchema = z.object({ id: z.number().int(), topic: z.string(), delivery_url: z.string(), status: z.string() });

/**
 * Has a store report its changes to an address, signed with a secret. What is there already is mended: a webhook that the store switched
 * off after deliveries that failed goes on, one that is there twice is deleted.
 */
export async function subscribe(client: WooClient, { url, secret }: { url: string; secret: string }): Promise<void> {
  const hooks = (await listHooks(client)).filter(({ delivery_url }) => delivery_url === url);
  for (const topic of WOO_TOPICS) {
    const [first, ...others] = hooks.filter((one) => one.topic === topic);
    for (const { id } of others) await client.send('DELETE', `webhooks/${id}?force=true`, {}, z.unknown());
    const wanted = { status: 'active', secret };
    if (first) await client.send('PUT', `webhooks/${first.id}`, wanted, hookSchema);
    else
      await client.send('POST', 'webhooks', { name: `Souk ${topic}`, topic, delivery_url: url, ...wanted }, hookSchema);
  }
}

async function listHooks(client: WooClient): Promise<z.output<typeof hookSchema>[]> {
  const found: z.output<typeof hookSchema>[] = [];
  for (let page = 1, isLast = false; !isLast; page += 1) {
    const read = await client.list('webhooks', { page, per_page: MAX_PAGE }, hookSchema);
    found.push(...read.items);
    ({ isLast } = read);
  }
  return found;
}
