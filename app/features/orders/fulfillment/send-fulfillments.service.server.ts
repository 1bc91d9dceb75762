import { randomUUID } from 'node:crypto';
import {
  createFulfillment,
  findFulfillments,
  listFulfillmentIds,
  type Tracking,
} from '#app/adapters/shopify/orders/fulfillments.server.ts';
import { chooseUnits, listUnitsLeft, type Units } from '#app/adapters/shopify/orders/units-left.server.ts';
import type { PlatformClient } from '#app/adapters/shopify/client.server.ts';
import { appendTo } from '#app/core/append-to.ts';
import { AppError, stateRefuses } from '#app/core/errors.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import type { Services } from '#app/server/context.server.ts';
import { hashToken } from '#app/server/crypto.server.ts';
import { parseFulfillment, type FulfillmentFacts } from './fulfillment.ts';
import { ingestFulfillments, type ActedVendorOrder } from './ingest-fulfillments.service.server.ts';
import * as repo from './fulfillment-sends.repo.server.ts';

export type WantedFulfillment = Tracking & { location: string | null; lines: readonly Units[] };
export type FulfillmentsWanted = { fulfillments: readonly WantedFulfillment[]; notify: boolean };

/** What became of the fulfillments of a request, by their place in it. */
export type FulfillmentsSent = {
  made: { index: number; fulfillments: string[] }[];
  failed: { index: number; error: AppError }[];
};

/**
 * A process that was cut off while it shipped lost its turn after this long. The turn is kept anew before each fulfillment, which
 * takes far less time even where the platform is asked for it again and again.
 */
const MAX_TURN_MS = 300_000;

/**
 * Ships fulfillments of one vendor's part, each as one fulfillment for each location that its units come from. It is noted before it is
 * sent: after a lost answer the same request finds what was made and sends only the rest, and another one counts it as
 * shipped. One request at a time ships of a part; a second is invalid_state (409). `checkLeft` refuses what we know is too
 * much before the store is asked. Throws when nothing was made; else what was not made is answered with its reason.
 */
export async function sendFulfillments(
  services: Services,
  o: { domain: string; part: ActedVendorOrder; checkLeft: () => Promise<void> },
  wanted: FulfillmentsWanted,
): Promise<FulfillmentsSent> {
  const { part: vendorOrder } = o;
  const scope = marketplaceScope(vendorOrder.storeId);
  const turn = randomUUID();
  const untilNow = () => new Date(services.clock.now().getTime() + MAX_TURN_MS);
  const before = await services.db.fast(scope, (tx) =>
    repo.takeTurn(tx, vendorOrder, { turn, now: services.clock.now(), until: untilNow() }),
  );
  if (!before) throw stateRefuses('fulfillment_in_progress');
  const keepTurn = async () => {
    if (await services.db.fast(scope, (tx) => repo.keepTurn(tx, vendorOrder, { turn, until: untilNow() }))) return;
    throw stateRefuses('fulfillment_in_progress');
  };
  let isKnown = before.pieces === null;
  try {
    const platform = await services.adapters.platform(o.domain);
    const hash = hashToken(JSON.stringify(wanted));
    const earlier = await resumeEarlier(services, platform, vendorOrder, before);
    isKnown = true;
    const isSame = before.hash === hash;
    const { pieces, known } =
      isSame && earlier
        ? { pieces: earlier.left, known: await listFulfillmentIds(platform, vendorOrder.orderId) }
        : await planPieces(platform, o, wanted);
    await keepTurn();
    await services.db.fast(scope, (tx) => repo.recordSend(tx, vendorOrder, { hash, pieces, known: [...known] }));
    isKnown = false;
    const sent = await sendPieces(platform, vendorOrder, { pieces, known, notify: wanted.notify, keepTurn });
    await ingestFulfillments(services, vendorOrder, 'fulfilled', sent.facts);
    isKnown = sent.isKnown;
    const made = [...(isSame ? (earlier?.made ?? []) : []), ...sent.made];
    if (made.length === 0 && sent.failure) throw sent.failure;
    return summarise(made, sent);
  } finally {
    const ended = services.clock.now();
    await services.db.fast(scope, (tx) => repo.endTurn(tx, vendorOrder, { turn, isKnown, now: ended }));
  }
}

type MadePiece = { index: number; facts: FulfillmentFacts };

/** Looks what became of a request whose outcome was not known, and learns the fulfillments that it made. */
async function resumeEarlier(
  services: Services,
  platform: PlatformClient,
  vendorOrder: ActedVendorOrder,
  before: repo.FulfillmentSend,
): Promise<{ made: MadePiece[]; left: repo.StoredPiece[] } | undefined> {
  const { pieces, known } = before;
  if (pieces === null || known === null) return undefined;
  const found = await findFulfillments(platform, vendorOrder.orderId, pieces, new Set(known));
  const made: MadePiece[] = [];
  const left: repo.StoredPiece[] = [];
  pieces.forEach((piece, at) => {
    const facts = found[at] && parseFulfillment(found[at]);
    if (facts) made.push({ index: piece.index, facts });
    else left.push(piece);
  });
  await ingestFulfillments(
    services,
    vendorOrder,
    'fulfilled',
    made.map(({ facts }) => facts),
  );
  return { made, left };
}

async function planPieces(
  platform: PlatformClient,
  o: { part: ActedVendorOrder; checkLeft: () => Promise<void> },
  wanted: FulfillmentsWanted,
): Promise<{ pieces: repo.StoredPiece[]; known: Set<string> }> {
  await o.checkLeft();
  const chosen = chooseUnits(await listUnitsLeft(platform, o.part.orderId), wanted.fulfillments);
  const pieces = wanted.fulfillments.flatMap(({ carrier, tracking, url, further }, index) =>
    (chosen[index] ?? []).map((units) => ({ index, carrier, tracking, url, units, ...(further ? { further } : {}) })),
  );
  return { pieces, known: await listFulfillmentIds(platform, o.part.orderId) };
}

type Sent = {
  made: MadePiece[];
  facts: FulfillmentFacts[];
  unmade: number[];
  failure: AppError | undefined;
  isKnown: boolean;
};

/** Sends one piece after the other and stops at the first that fails, or when somebody else has taken the turn over. */
async function sendPieces(
  platform: PlatformClient,
  vendorOrder: ActedVendorOrder,
  o: {
    pieces: readonly repo.StoredPiece[];
    known: ReadonlySet<string>;
    notify: boolean;
    keepTurn: () => Promise<void>;
  },
): Promise<Sent> {
  const known = new Set(o.known);
  const made: MadePiece[] = [];
  const asSent = (failure: AppError | undefined): Sent => ({
    made,
    facts: made.map(({ facts }) => facts),
    unmade: o.pieces.slice(made.length).map(({ index }) => index),
    failure,
    isKnown: failure?.code !== 'platform_failed',
  });
  for (const piece of o.pieces) {
    try {
      await o.keepTurn();
      const payload = await createFulfillment(
        platform,
        { ...piece, orderId: vendorOrder.orderId, notify: o.notify },
        known,
      );
      const facts = parseFulfillment(payload);
      if (!facts) throw new AppError('platform_failed');
      known.add(`gid://shopify/Fulfillment/${facts.id}`);
      made.push({ index: piece.index, facts });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return asSent(error);
    }
  }
  return asSent(undefined);
}

function summarise(made: readonly MadePiece[], { unmade, failure }: Sent): FulfillmentsSent {
  const byIndex = new Map<number, string[]>();
  for (const { index, facts } of made) appendTo(byIndex, index, facts.id);
  return {
    made: [...byIndex].sort(([a], [b]) => a - b).map(([index, fulfillments]) => ({ index, fulfillments })),
    failed: failure ? [...new Set(unmade)].map((index) => ({ index, error: failure })) : [],
  };
}
