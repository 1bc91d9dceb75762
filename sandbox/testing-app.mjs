// A small program that uses the platform's own library as the app does, run by the tests with the preload and nothing else.
import '@shopify/shopify-app-remix/adapters/node';
import { createHmac } from 'node:crypto';
import { ApiVersion, AppDistribution, shopifyApp } from '@shopify/shopify-app-remix/server';

const sessions = new Map();
const sessionStorage = {
  storeSession: (session) => Promise.resolve(Boolean(sessions.set(session.id, session))),
  loadSession: (id) => Promise.resolve(sessions.get(id)),
  deleteSession: (id) => Promise.resolve(sessions.delete(id)),
  deleteSessions: (ids) => Promise.resolve(ids.map((id) => sessions.delete(id)).length > 0),
  findSessionsByShop: () => Promise.resolve([...sessions.values()]),
};
const {
  APP_URL: appUrl,
  SHOPIFY_API_KEY: apiKey,
  SHOPIFY_API_SECRET: apiSecretKey,
  ID_TOKEN: idToken,
  PROXY_QUERY: proxyQuery,
} = process.env;
const shop = 'demo.myshopify.com';
const shopify = shopifyApp({
  apiKey,
  apiSecretKey,
  apiVersion: ApiVersion.October26 ?? '2026-10',
  scopes: ['write_products'],
  appUrl,
  authPathPrefix: '/auth',
  sessionStorage,
  distribution: AppDistribution.AppStore,
  future: { unstable_newEmbeddedAuthStrategy: true, expiringOfflineAccessTokens: true },
  useOnlineTokens: true,
  logger: { level: 0 },
});
const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140 Safari/537.36' };
const host = Buffer.from('admin.shopify.com/store/demo').toString('base64url');
const result = {};
const { admin, session } = await shopify.authenticate.admin(
  new Request(`${appUrl}/admin?shop=${shop}&host=${host}&embedded=1&id_token=${idToken}`, { headers }),
);
result.user = session.onlineAccessInfo?.associated_user.email;
result.shop = (await (await admin.graphql('#graphql\n{ shop { name } }')).json()).data.shop.name;
const offline = sessions.get(`offline_${shop}`);
result.expiring = Boolean(offline.expires && offline.refreshToken);
const before = offline.accessToken;
offline.expires = new Date(Date.now() - 1000);
const later = await shopify.unauthenticated.admin(shop);
result.refreshed =
  later.session.accessToken !== before &&
  (await (await later.admin.graphql('#graphql\n{ shop { name } }')).json()).data.shop.name;
const proxied = await shopify.authenticate.public.appProxy(
  new Request(`${appUrl}/proxy/page?${proxyQuery}`, { headers }),
);
result.proxy = Boolean(proxied.session);
const body = '{"id":1}';
const webhook = await shopify.authenticate.webhook(
  new Request(`${appUrl}/webhooks`, {
    method: 'POST',
    body,
    headers: {
      'x-shopify-topic': 'orders/create',
      'x-shopify-shop-domain': shop,
      'x-shopify-api-version': '2026-10',
      'x-shopify-webhook-id': 'w',
      'x-shopify-hmac-sha256': createHmac('sha256', apiSecretKey).update(body).digest('base64'),
    },
  }),
);
result.webhook = webhook.topic;
result.year = new Date().getFullYear();
result.blocked = await fetch('https://example.com/').then(
  () => 'reached',
  (error) => error.cause?.message ?? error.message,
);
const { get } = await import('node:http');
result.blockedSocket = await new Promise((resolve) =>
  get('http://192.0.2.1/', () => resolve('reached')).on('error', (error) => resolve(error.message)),
);
console.log(JSON.stringify(result));
