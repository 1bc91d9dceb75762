import { AppError } from '#app/core/errors.ts';
import { buildGid, idOfGid, requireAnswer, type PlatformClient } from './client.server.ts';
import type {
  CarrierServicesQuery,
  CreateCarrierServiceMutation,
  DeleteCarrierServiceMutation,
  MarketDrivenShippingQuery,
  ShippingProfilesQuery,
  ShopPlanQuery,
  UpdateCarrierServiceMutation,
} from './operations.generated.ts';

/** Carrier services and shipping profiles. All of it needs this optional access; whoever calls has seen that it was granted. */
export const SHIPPING_SCOPE = 'write_shipping';

/** A carrier service as the platform has it; it asks `callbackUrl` for rates while it is active. */
type PlatformCarrier = { id: bigint; callbackUrl: string | null; active: boolean };
/** What became of a change: the carrier, or why the platform refused, in its own words. */
type CarrierAnswer = { ok: true; carrier: PlatformCarrier } | { ok: false; refusal: string };

/** A zone of a shipping profile, and the carriers that it asks. */
export type PlatformProfile = {
  name: string;
  isDefault: boolean;
  zones: { name: string; carrierIds: bigint[] }[];
  hasMoreZones: boolean;
};

const CARRIER = 'id callbackUrl active';
const LIST = `#graphql
  query CarrierServices { carrierServices(first: 50) { nodes { ${CARRIER} } } }`;
const CREATE = `#graphql
  mutation CreateCarrierService($input: DeliveryCarrierServiceCreateInput!) {
    carrierServiceCreate(input: $input) { carrierService { ${CARRIER} } userErrors { field message } }
  }`;
const UPDATE = `#graphql
  mutation UpdateCarrierService($input: DeliveryCarrierServiceUpdateInput!) {
    carrierServiceUpdate(input: $input) { carrierService { ${CARRIER} } userErrors { field message } }
  }`;
const DELETE = `#graphql
  mutation DeleteCarrierService($id: ID!) {
    carrierServiceDelete(id: $id) { deletedId userErrors { field message } }
  }`;
const PLAN = `#graphql
  query ShopPlan { shop { plan { publicDisplayName } } }`;
const MARKET_DRIVEN = `#graphql
  query MarketDrivenShipping { shop { features { marketDrivenShipping } } }`;
const PROFILES = `#graphql
  query ShippingProfiles {
    deliveryProfiles(first: 5) {
      nodes {
        name
        default
        profileLocationGroups {
          locationGroupZones(first: 15) {
            nodes {
              zone { name }
              methodDefinitions(first: 2, type: PARTICIPANT) {
                nodes { active rateProvider { ... on DeliveryParticipant { carrierService { id } } } }
              }
            }
            pageInfo { hasNextPage }
          }
        }
      }
    }
  }`;

type CarrierNode = CarrierServicesQuery['carrierServices']['nodes'][number];
type Changed = CreateCarrierServiceMutation['carrierServiceCreate'];

const toCarrier = ({ id, callbackUrl, active }: CarrierNode): PlatformCarrier => ({
  id: idOfGid(id),
  callbackUrl,
  active,
});

function toAnswer(changed: Changed): CarrierAnswer {
  const { carrierService, userErrors } = requireAnswer(changed);
  if (carrierService) return { ok: true, carrier: toCarrier(carrierService) };
  return { ok: false, refusal: userErrors[0]?.message ?? '' };
}

/** The carrier services of a store, of all apps: at most 50. */
export async function listCarriers(platform: PlatformClient): Promise<PlatformCarrier[]> {
  const { carrierServices } = await platform.query<CarrierServicesQuery>(LIST);
  return carrierServices.nodes.map(toCarrier);
}

/** Registers a carrier service. A repeat registers a second one, so that whoever repeats looks with `listCarriers` first. */
export async function createCarrier(
  platform: PlatformClient,
  o: { name: string; callbackUrl: string },
): Promise<CarrierAnswer> {
  // Without discovery: the admin would ask for made-up rates otherwise.
  const input = { ...o, active: true, supportsServiceDiscovery: false };
  return toAnswer((await platform.mutate<CreateCarrierServiceMutation>(CREATE, { input })).carrierServiceCreate);
}

/** Sets where a carrier service asks and whether it does. */
export async function updateCarrier(
  platform: PlatformClient,
  id: bigint,
  o: { callbackUrl?: string; active: boolean },
): Promise<CarrierAnswer> {
  const input = { id: buildGid('DeliveryCarrierService', id), ...o };
  const answer = await platform.mutate<UpdateCarrierServiceMutation>(UPDATE, { input }, { idempotent: true });
  return toAnswer(answer.carrierServiceUpdate);
}

/** Removes a carrier service. The platform's words where it refuses; one that is gone already is no refusal. */
export async function deleteCarrier(platform: PlatformClient, id: bigint): Promise<string | undefined> {
  const { carrierServiceDelete } = await platform.mutate<DeleteCarrierServiceMutation>(
    DELETE,
    { id: buildGid('DeliveryCarrierService', id) },
    { idempotent: true },
  );
  const [first] = requireAnswer(carrierServiceDelete).userErrors;
  if (!first || !(await listCarriers(platform)).some((carrier) => carrier.id === id)) return undefined;
  return first.message;
}

/** What the store's plan is called. */
export async function readPlan(platform: PlatformClient): Promise<string> {
  const { shop } = await platform.query<ShopPlanQuery>(PLAN);
  return shop.plan.publicDisplayName;
}

/** The store's shipping profiles with the carriers that their zones ask: at most 5 profiles, and 15 zones of each group. */
export async function listProfiles(platform: PlatformClient): Promise<PlatformProfile[]> {
  const { deliveryProfiles } = await platform.query<ShippingProfilesQuery>(PROFILES);
  return deliveryProfiles.nodes.map(({ name, default: isDefault, profileLocationGroups: groups }) => ({
    name,
    isDefault,
    zones: groups.flatMap(({ locationGroupZones }) =>
      locationGroupZones.nodes.map(({ zone, methodDefinitions }) => ({
        name: zone.name,
        carrierIds: methodDefinitions.nodes.flatMap(({ active, rateProvider: { carrierService } }) =>
          active && carrierService ? [idOfGid(carrierService.id)] : [],
        ),
      })),
    ),
    hasMoreZones: groups.some(({ locationGroupZones }) => locationGroupZones.pageInfo.hasNextPage),
  }));
}

/**
 * Whether the store sets its shipping by market: its profiles say nothing then. Asked by itself, because stores outside of the
 * platform's roll-out refuse the question; that is a no.
 */
export async function isMarketDriven(platform: PlatformClient): Promise<boolean> {
  try {
    const { shop } = await platform.query<MarketDrivenShippingQuery>(MARKET_DRIVEN);
    return shop.features.marketDrivenShipping;
  } catch (error) {
    if (error instanceof AppError) throw error;
    return false;
  }
}
