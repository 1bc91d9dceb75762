import { shareOf, type DemoWorld, type Vendor } from './world.ts';

type OfferRow = { id: string; product: { id: string } };
type OfferRequest = { vendor: Vendor; email: string; share: number; product?: number; quantity?: number };

/** A buyer names a price, as a share of the listed one; the offer as its vendor finds it. */
async function offer(world: DemoWorld, requested: OfferRequest): Promise<OfferRow> {
  const product = world.productsOf(requested.vendor)[requested.product ?? 0];
  const [variant] = product?.variants ?? [];
  const amount = shareOf(variant?.price ?? '0', requested.share);
  const quantity = requested.quantity ?? 1;
  const { email } = requested;
  await world.call('visitor', 'POST', '/public/make-an-offer', { email, amount, quantity, variantId: variant?.id });
  const { offers } = await world.call<{ offers: OfferRow[] }>(requested.vendor, 'GET', '/offers');
  const made = offers.find((one) => one.product.id === product?.id);
  if (!made) throw new Error(`The offer of ${email} is not there`);
  return made;
}

type Answered = { offer: { version: number } };

const act = (world: DemoWorld, vendor: Vendor, id: string, action: string, counterOffer?: string): Promise<Answered> =>
  world.call<Answered>(vendor, 'POST', '/offers/action', { id, action, ...(counterOffer ? { counterOffer } : {}) });

/** The vendor that answers nobody gets an offer early enough to expire. */
export async function makeOfferThatExpires(world: DemoWorld): Promise<void> {
  await offer(world, { vendor: world.vendor('Salt'), email: 'noor.jansen@buyers.test', share: 0.8, quantity: 6 });
}

/** Offers that were settled: paid, accepted and waiting for payment, declined, and two that a vendor's rule decided. */
export async function settleOffers(world: DemoWorld): Promise<void> {
  const rules = { acceptPercent: 95, declinePercent: 60 };
  const havn = world.vendor('Havn');
  await world.call(havn, 'PUT', '/settings/offer-rules', rules);
  await Promise.all([
    payAcceptedOffer(world),
    acceptOffer(world),
    declineOffer(world),
    offer(world, { vendor: havn, email: 'jonas.weber@buyers.test', share: 0.96, product: 2 }),
    offer(world, { vendor: havn, email: 'lucia.marin@buyers.test', share: 0.55, product: 3 }),
  ]);
}

/** Offers that are on the table: two wait for the vendor, one for the buyer, and one was answered with another price. */
export async function makeOpenOffers(world: DemoWorld): Promise<void> {
  const [nordlys, lumen, birk] = [world.vendor('Nordlys'), world.vendor('Lumen'), world.vendor('Birk')];
  await Promise.all([
    offer(world, { vendor: nordlys, email: 'camille.laurent@buyers.test', share: 0.85, product: 3, quantity: 2 }),
    offer(world, { vendor: birk, email: 'owen.price@buyers.test', share: 0.8, product: 4 }),
    counterOffer(world, lumen, 'amara.diallo@buyers.test'),
    answerCounterOffer(world, birk, 'sanne.devries@buyers.test'),
  ]);
}

async function payAcceptedOffer(world: DemoWorld): Promise<void> {
  const vendor = world.vendor('Fjell');
  const { id } = await offer(world, { vendor, email: 'ingrid.solberg@buyers.test', share: 0.88, quantity: 2 });
  await act(world, vendor, id, 'accept');
  await world.settle();
  const drafts = await world.client.control<{ id: string; tags: string[] }[]>('GET', '/draft-orders');
  const draft = drafts.find(({ tags }) => tags.includes(`souk-offer-${id}`));
  if (!draft) throw new Error(`The accepted offer ${id} has no invoice`);
  await world.client.control('POST', `/draft-orders/${draft.id}/pay`, {});
}

async function acceptOffer(world: DemoWorld): Promise<void> {
  const vendor = world.vendor('Nordlys');
  const { id } = await offer(world, { vendor, email: 'noor.jansen@buyers.test', share: 0.9, product: 2, quantity: 4 });
  await act(world, vendor, id, 'accept');
}

async function declineOffer(world: DemoWorld): Promise<void> {
  const vendor = world.vendor('Lumen');
  const { id } = await offer(world, { vendor, email: 'jonas.weber@buyers.test', share: 0.6 });
  await act(world, vendor, id, 'reject');
}

/** Answers an offer with another price; the version that the buyer's next answer names. */
async function counterOffer(world: DemoWorld, vendor: Vendor, email: string): Promise<number> {
  const product = 2;
  const { id } = await offer(world, { vendor, email, share: 0.7, product });
  const price = world.productsOf(vendor)[product]?.variants[0]?.price ?? '0';
  return (await act(world, vendor, id, 'counter', shareOf(price, 0.9))).offer.version;
}

async function answerCounterOffer(world: DemoWorld, vendor: Vendor, email: string): Promise<void> {
  const version = await counterOffer(world, vendor, email);
  await world.settle();
  const token = await world.tokenMailedTo(email);
  const price = world.productsOf(vendor)[2]?.variants[0]?.price ?? '0';
  await world.call('visitor', 'POST', '/public/offers/answer', {
    token,
    version,
    action: 'counter',
    counterOffer: shareOf(price, 0.8),
  });
}
