import { buildZone, setShipping, SHIP_FROM } from '#tests/factories/shipping.ts';
import { defineProbes } from '#tests/support/probe.ts';
import { api } from '#tests/support/program.ts';
import type { ZonesDto } from '#app/features/shipping/zones/zones.contract.ts';

export const probes = defineProbes([
  {
    endpoint: 'shipping.zones',
    request: async (side) => {
      await setShipping(side.admin);
      return {};
    },
  },
  {
    endpoint: 'shipping.saveZone',
    ids: ['body.zone.id'],
    request: async (side) => {
      await setShipping(side.admin);
      const { id, countries } = await buildZone(side.member);
      const rate = { name: 'Standard', description: '', price: '5', field: 'TOTAL_PRICE', min: '0', max: '100' };
      return { body: { zone: { id, zoneName: 'Probed', rates: [rate], countries } } };
    },
  },
  {
    endpoint: 'shipping.deleteZone',
    ids: ['params.zoneId'],
    request: async (side) => {
      await setShipping(side.admin);
      return { params: { zoneId: (await buildZone(side.member)).id } };
    },
  },
  {
    endpoint: 'shipping.saveSettings',
    request: async (side) => {
      const { settings } = (await api(side.admin).get('/settings/delivery/zones')).as<ZonesDto>();
      const { enableRateNames, rateNames, version } = settings;
      return {
        body: { enabled: true, enableRateNames, rateNames, version, defaultShipping: { enabled: true } },
      };
    },
  },
  {
    endpoint: 'shipping.testRates',
    ids: ['body.carts.*.vendor'],
    request: async (side) => {
      await setShipping(side.admin);
      const cart = { vendor: side.vendor.name, weight: '1', price: '20' };
      return { body: { country: 'NO', province: '', carts: [cart] } };
    },
  },
  {
    endpoint: 'shipping.rateChoice',
    request: async (side) => {
      await setShipping(side.admin);
      return {};
    },
  },
  {
    endpoint: 'shipping.saveRateChoice',
    request: async (side) => {
      await setShipping(side.admin);
      const { version } = (await api(side.member).get('/settings/delivery/rates')).as<{ version: number }>();
      return { body: { mode: 'both', services: ['ups_saver'], version } };
    },
  },
  {
    endpoint: 'shipping.shipFrom',
    request: async (side) => {
      await setShipping(side.admin);
      return {};
    },
  },
  {
    endpoint: 'shipping.saveShipFrom',
    request: async (side) => {
      await setShipping(side.admin);
      const { version } = (await api(side.member).get('/settings/ship-from-address')).as<{ version: number }>();
      return { body: { ...SHIP_FROM, version } };
    },
  },
]);
