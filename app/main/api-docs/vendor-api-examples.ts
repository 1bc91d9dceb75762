import type { KeyScope } from '#app/core/viewer.ts';

/**
 * One example of the vendors' page. Names in braces in path and body stand for what the reader has; `shows` is what of the answer
 * the example prints.
 */
export type Example = {
  id: string;
  title: string;
  about: string;
  scope: KeyScope;
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  body?: unknown;
  shows: string;
};

/** In the order in which a program grows: what it has, what it changes, what it sells, what it is asked. */
export const EXAMPLES: readonly Example[] = [
  {
    id: 'list-products',
    title: 'List products',
    about: '25 at a time; `page` goes on. `search` looks in titles and SKUs.',
    scope: 'products:read',
    method: 'GET',
    path: '/products-v2?search={title}',
    shows: 'products',
  },
  {
    id: 'create-product',
    title: 'Create a product',
    about: 'It is a draft until the marketplace approves it. With an `id` the same call changes a product.',
    scope: 'products:write',
    method: 'PUT',
    path: '/products-v2',
    body: {
      product: {
        title: 'Bowl, speckled',
        bodyHtml: '<p>Wheel-thrown stoneware.</p>',
        variants: [{ sku: '{newSku}', price: '28.00', stock: 5 }],
      },
    },
    shows: 'productId',
  },
  {
    id: 'set-stock',
    title: 'Set stock and prices',
    about:
      'Up to 1,000 variants a call, each with an answer of its own. The same again changes nothing. Prices also need `products:write`.',
    scope: 'stock:write',
    method: 'POST',
    path: '/products/stock-and-prices',
    body: { items: [{ sku: '{sku}', stock: '12' }] },
    shows: 'items',
  },
  {
    id: 'follow-orders',
    title: 'Follow orders',
    about:
      'What changed since a cursor, each order once. Keep the cursor of the answer and go on from it: no change is missed. A cursor from before a restore is refused with 409 (`changes_cursor_expired`): begin again without one.',
    scope: 'orders:read',
    method: 'GET',
    path: '/orders/changes?cursor={cursor}',
    shows: 'cursor',
  },
  {
    id: 'read-order',
    title: 'Read an order',
    about: 'Lines, buyer, address, what was shipped and, where the key may see money, what it earns.',
    scope: 'orders:read',
    method: 'GET',
    path: '/orders/{orderId}',
    shows: 'order.name',
  },
  {
    id: 'ship-order',
    title: 'Ship items of an order',
    about: 'In one package or several. The buyer is mailed by the store.',
    scope: 'orders:fulfill',
    method: 'POST',
    path: '/orders/{orderId}/fulfill',
    body: { carrier: 'DHL', tracking: '00340434161094042557', lineItems: [{ id: '{lineId}', quantity: 1 }] },
    shows: 'fulfillments',
  },
  {
    id: 'list-conversations',
    title: 'List conversations',
    about: 'The one with the newest message first; with `conversationId` also one with its messages.',
    scope: 'messages:read',
    method: 'GET',
    path: '/conversations',
    shows: 'count',
  },
  {
    id: 'write-message',
    title: 'Write to the buyer of an order',
    about: 'Begins the conversation or goes on with it; the buyer is mailed.',
    scope: 'messages:write',
    method: 'PUT',
    path: '/conversations/send',
    body: { orderId: '{orderId}', text: 'It ships today.' },
    shows: 'conversation.conversationId',
  },
];

/** The function that the examples in JavaScript use, for Node.js 18 or newer. */
export const renderHelper = (appUrl: string): string => `const souk = async (method, path, body) => {
  const answer = await fetch(\`\${process.env.SOUK_URL ?? '${appUrl}'}/api\${path}\`, {
    method,
    headers: {
      authorization: \`Bearer \${process.env.SOUK_KEY}\`,
      'content-type': 'application/json',
      // The same key again answers the same and does nothing a second time: keep it for a retry.
      'idempotency-key': crypto.randomUUID(),
    },
    body: body && JSON.stringify(body),
  });
  const read = await answer.json();
  if (!answer.ok) throw new Error(\`\${answer.status} \${read.code}: \${read.message}\`);
  return read;
};`;

export function renderJavaScript({ method, path, body, shows }: Example): string {
  const sent = body === undefined ? '' : `, ${JSON.stringify(body, null, 2)}`;
  return `const answer = await souk('${method}', '${path}'${sent});
console.log(answer.${shows});`;
}

export function renderCurl({ method, path, body }: Example, appUrl: string): string {
  const lines = [`curl -X ${method} '${appUrl}/api${path}'`, `  -H "Authorization: Bearer $SOUK_KEY"`];
  if (body !== undefined) {
    if (method === 'POST') lines.push(`  -H 'Idempotency-Key: {key}'`);
    lines.push(`  -H 'Content-Type: application/json'`, `  -d '${JSON.stringify(body)}'`);
  }
  return lines.join(' \\\n');
}

/** A program that takes webhooks, by the reference library of Standard Webhooks. */
export const RECEIVER = `import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.SOUK_WEBHOOK_SECRET);
const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  try {
    const { type, sequence, data } = webhook.verify(Buffer.concat(chunks).toString(), request.headers);
    // Answer first and work later: who takes longer than 15 seconds is called again.
    response.writeHead(204).end();
    console.log(type, sequence, data);
  } catch {
    response.writeHead(401).end();
  }
});
server.listen(process.env.PORT ?? 3000, () => console.log('listening', server.address().port));`;
