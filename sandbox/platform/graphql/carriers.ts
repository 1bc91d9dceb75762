import { idOfGid, toGid } from '../../core/gid.ts';
import type { CarrierService, ShippingZone } from '../../core/state.ts';
import { carriersOf, createCarrier, deleteCarrier, updateCarrier, zonesOf } from '../store/carriers.ts';
import { listConnection } from './connection.ts';
import type { PageArgs } from './connection.ts';
import { answerErrors, moneyV2 } from './context.ts';
import type { Context, View } from './context.ts';

type CreateInput = { name: string; callbackUrl: string; active: boolean; supportsServiceDiscovery: boolean };
type UpdateInput = { id: string } & { [Field in keyof CreateInput]?: CreateInput[Field] | null };

/** The mutations of carrier services: one error type each, all alike. */
export function carrierMutations(context: Context): View {
  const { sandbox, shop } = context;
  return {
    carrierServiceCreate: ({ input }: { input: CreateInput }) =>
      answerErrors(
        () => ({ carrierService: carrierView(createCarrier(sandbox, shop, { ...input })) }),
        'CarrierServiceCreateUserError',
      ),
    carrierServiceUpdate: ({ input: { id, ...changes } }: { input: UpdateInput }) =>
      answerErrors(() => {
        const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value != null));
        const carrier = updateCarrier(sandbox, shop, idOfGid(id, 'DeliveryCarrierService') ?? 0, given);
        return { carrierService: carrierView(carrier) };
      }, 'CarrierServiceUpdateUserError'),
    carrierServiceDelete: ({ id }: { id: string }) =>
      answerErrors(() => {
        deleteCarrier(sandbox, shop, idOfGid(id, 'DeliveryCarrierService') ?? 0);
        return { deletedId: id };
      }, 'CarrierServiceDeleteUserError'),
  };
}

export function carrierQueries(context: Context): View {
  const { sandbox, shop } = context;
  return {
    carrierServices: (args: PageArgs) => listConnection(carriersOf(shop), args, carrierView),
    deliveryProfiles: (args: PageArgs) =>
      listConnection([shop], args, () => ({
        __typename: 'DeliveryProfile',
        id: toGid('DeliveryProfile', shop.id),
        name: 'General profile',
        default: true,
        coversAllItems: false,
        profileLocationGroups: [
          {
            locationGroupZones: (page: PageArgs) =>
              listConnection(zonesOf(sandbox, shop), page, (zone) => zoneView(context, zone)),
          },
        ],
      })),
  };
}

function carrierView(carrier: CarrierService): View {
  return {
    __typename: 'DeliveryCarrierService',
    ...carrier,
    id: toGid('DeliveryCarrierService', carrier.id),
    formattedName: `${carrier.name} (Rates provided by app)`,
  };
}

type MethodArgs = PageArgs & { type?: 'MERCHANT' | 'PARTICIPANT' | null };

function zoneView({ shop }: Context, zone: ShippingZone): View {
  const carrier = carriersOf(shop).find(({ id }) => id === zone.carrierId);
  const flat = shop.shippingMethods.map((method, index) => ({
    __typename: 'DeliveryMethodDefinition',
    id: toGid('DeliveryMethodDefinition', `${zone.id}${index}`),
    name: method.title,
    active: zone.hasFlatRates,
    rateProvider: {
      __typename: 'DeliveryRateDefinition',
      id: toGid('DeliveryRateDefinition', `${zone.id}${index}`),
      price: moneyV2(method.priceMinor, shop.currency),
    },
  }));
  const requested = carrier
    ? [
        {
          __typename: 'DeliveryMethodDefinition',
          id: toGid('DeliveryMethodDefinition', `${zone.id}9`),
          name: carrier.name,
          active: true,
          rateProvider: {
            __typename: 'DeliveryParticipant',
            id: toGid('DeliveryParticipant', zone.id),
            carrierService: carrierView(carrier),
          },
        },
      ]
    : [];
  return {
    zone: { __typename: 'DeliveryZone', id: toGid('DeliveryZone', zone.id), name: zone.name },
    methodDefinitions: ({ type, ...page }: MethodArgs) =>
      listConnection(
        type === 'PARTICIPANT' ? requested : type === 'MERCHANT' ? flat : [...flat, ...requested],
        page,
        (one) => one,
      ),
  };
}
