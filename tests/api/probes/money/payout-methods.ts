import { firstPaypalPair, firstStripeKey } from '#tests/factories/payouts/payment-providers.ts';
import { defineProbes, type Side } from '#tests/support/probe.ts';
import { api, program } from '#tests/support/program.ts';

async function withStripe(side: Side): Promise<void> {
  await api(side.admin).put('/stripe/api-key', await firstStripeKey());
}
const registration = { email: 'payouts@vendor.example', country: 'US' };

/** A vendor that is registered, and whose questions Stripe has been answered. */
async function registered(side: Side): Promise<object> {
  await withStripe(side);
  const made = await api(side.member).post('/stripe/register', registration);
  const { account } = made.as<{ stripe: { account: { accountId: string } } }>().stripe;
  await program().sandbox?.control('POST', `/stripe/accounts/${account.accountId}`, { status: 'active' });
  await api(side.member).get('/stripe/account');
  return {};
}

export const probes = defineProbes([
  { endpoint: 'payoutMethods.read', request: () => ({}) },
  { endpoint: 'payoutMethods.remove', request: () => ({}) },
  {
    endpoint: 'payoutMethods.approve',
    request: async (side) => {
      await api(side.admin).put('/paypal/admin/api-key', await firstPaypalPair());
      const body = { emailOrVenmo: 'payouts@vendor.example', type: 'EMAIL' };
      const made = await api(side.member).post('/paypal/register', body);
      const { detailsChangedAt } = made.as<{ detailsChangedAt: string }>();
      return { params: { vendorId: String(side.vendor.id) }, body: { detailsChangedAt } };
    },
    ids: ['params.vendorId'],
    sharedInStore: ['params.vendorId'],
  },
  {
    endpoint: 'stripe.register',
    request: async (side) => {
      await withStripe(side);
      return { body: registration };
    },
  },
  { endpoint: 'stripe.onboard', request: registered },
  { endpoint: 'stripe.dashboard', request: registered },
  { endpoint: 'stripe.session', request: registered },
  { endpoint: 'stripe.account', request: () => ({}) },
  {
    endpoint: 'paypal.register',
    request: async (side) => {
      await api(side.admin).put('/paypal/admin/api-key', await firstPaypalPair());
      return { body: { emailOrVenmo: 'payouts@vendor.example', type: 'EMAIL' } };
    },
  },
]);
