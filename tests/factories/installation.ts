import { invariant } from '#app/core/invariant.ts';
import { findStoreByDomain } from '#app/platform/stores/stores.service.server.ts';
import { API_KEY } from '#tests/support/environment.ts';
import { program } from '#tests/support/program.ts';
import { buildStaffToken } from './people.ts';
import type { BuiltStore } from './stores.ts';

/**
 * Installs the program in a store of the sandbox the way it happens: the store admin opens the app, whose library exchanges
 * the session token for an access token. Needs startProgram({ sandbox: true }).
 */
export async function installDemoStore(domain = 'demo.myshopify.com'): Promise<BuiltStore> {
  const { container, sandbox, url } = program();
  invariant(sandbox, 'the program was started with the sandbox');
  await sandbox.control('POST', '/install', { shop: domain });
  const subjectId = findOwner(domain);
  const query = new URLSearchParams({
    shop: domain,
    host: Buffer.from(`admin.shopify.com/store/${domain.split('.')[0] ?? ''}`).toString('base64url'),
    embedded: '1',
    id_token: await buildStaffToken({ domain, subjectId }),
  });
  await container.shopify.authenticate.admin(new Request(`${url}/admin?${query.toString()}`));
  const store = await findStoreByDomain(container.services, domain);
  invariant(store, `${API_KEY} was installed in ${domain}`);
  return { id: store.id, domain: store.domain, currency: store.currency, timezone: store.timezone };
}

/** The account owner of a store of the sandbox. */
function findOwner(domain: string): string {
  const { sandbox } = program();
  invariant(sandbox, 'the program was started with the sandbox');
  const shop = sandbox.sandbox.state.shops[domain];
  invariant(shop, `the sandbox has the store ${domain}`);
  const owner = shop.staff.find((person) => person.accountOwner);
  invariant(owner, `${domain} has an account owner`);
  return String(owner.id);
}
