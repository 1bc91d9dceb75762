import { asStoreId } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { inviteUser, setPassword } from '#app/platform/identity/users/users.service.server.ts';
import { buildUser } from '#tests/factories/people.ts';
import { buildSecondFactor, codeOf } from '#tests/factories/second-factors.ts';
import { nextNumber } from '#tests/factories/stores.ts';
import { startOAuthFlow } from '#tests/factories/oauth-flows.ts';
import { defineProbes, type Side } from '#tests/support/probe.ts';
import { api, program } from '#tests/support/program.ts';

const PASSWORD = 'a probed password';

/** A fresh member of the side's vendor who can sign in with a password. */
async function buildSignIn(side: Side) {
  const { email } = await buildUser({ vendor: side.vendor, role: 'staff', permissions: [] });
  await setPassword(program().container.services, side.store.id, { email, password: PASSWORD });
  return { store: side.store.domain, email, password: PASSWORD };
}

async function signInCookies(side: Side) {
  const form = await buildSignIn(side);
  return { cookie: (await api({ store: form.store }).post('/auth/public/login', form)).cookies() };
}

/** A fresh invitation with its code, which is sealed where it waits for its mail. */
async function buildInvitation(side: Side) {
  const { services } = program().container;
  const email = `probed-${nextNumber()}@souk.test`;
  let encrypted = '';
  await services.db.unit(marketplaceScope(asStoreId(side.store.id)), async (tx) => {
    await inviteUser(services, tx, { vendorId: side.vendor.id, email, name: 'Probed', role: 'manager' });
    const [mail] = await tx.query<{ code: string }>(
      `SELECT params->>'code' AS code FROM mails WHERE store_id = $1 AND to_address = $2`,
      [side.store.id, email],
    );
    encrypted = mail?.code ?? '';
  });
  return { email, code: services.vault.openText(encrypted), password: PASSWORD };
}

/** What a sign-in inside a frame hands to a tab of its own. */
async function buildHandover(side: Side) {
  const form = await buildSignIn(side);
  const answer = await api({ store: form.store }).post('/auth/proxy/login', form);
  return { store: form.store, token: answer.as<{ handover: string }>().handover };
}

/** A sign-in that has come to its second step: the cookie, and the code that ends it. */
async function buildStep(side: Side) {
  const user = await buildUser({ vendor: side.vendor, role: 'staff', permissions: [] });
  await setPassword(program().container.services, side.store.id, { email: user.email, password: PASSWORD });
  const secret = await buildSecondFactor(side.store, user.id);
  const form = { store: side.store.domain, email: user.email, password: PASSWORD };
  const cookie = (await api({ store: form.store }).post('/auth/public/login', form)).cookies();
  return { headers: { cookie }, body: { code: codeOf(secret) } };
}

export const probes = defineProbes([
  { endpoint: 'auth.login', request: async (side) => ({ body: await buildSignIn(side) }) },
  { endpoint: 'auth.proxyLogin', request: async (side) => ({ body: await buildSignIn(side) }) },
  { endpoint: 'auth.continue', request: async (side) => ({ body: await buildHandover(side) }), once: true },
  { endpoint: 'auth.readStep', request: async (side) => ({ headers: (await buildStep(side)).headers }) },
  { endpoint: 'auth.finishStep', request: (side) => buildStep(side), once: true },
  { endpoint: 'auth.startOAuth', request: () => ({ params: { name: 'marketplace' } }) },
  {
    endpoint: 'auth.finishOAuth',
    request: async (side) => {
      const { query, cookie } = await startOAuthFlow(side.store);
      return { params: { name: 'marketplace' }, query, headers: { cookie } };
    },
    once: true,
  },
  { endpoint: 'auth.sellerToken', request: () => ({}) },
  { endpoint: 'auth.logout', request: async (side) => ({ headers: await signInCookies(side) }) },
  { endpoint: 'auth.refresh', request: async (side) => ({ headers: await signInCookies(side) }) },
  { endpoint: 'auth.requestCode', request: async (side) => ({ body: { email: (await buildSignIn(side)).email } }) },
  { endpoint: 'auth.setPassword', request: async (side) => ({ body: await buildInvitation(side) }), once: true },
  // The marketplace view, because a chosen vendor would narrow every later probe of the same admin; unknown and foreign
  // names have tests of their own.
  { endpoint: 'session.vendor', request: () => ({ body: { vendor: '*' } }) },
  { endpoint: 'session.locale', request: () => ({ body: { locale: 'en' } }) },
]);
