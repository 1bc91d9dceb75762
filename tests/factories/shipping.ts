import { expect } from 'vitest';
import type { SaveSettingsInput, ZoneDto, ZonesDto } from '#app/features/shipping/zones/zones.contract.ts';
import { api } from '#tests/support/program.ts';
import type { BuiltUser } from './people.ts';

/** Switches shipping on, or sets what the marketplace sets for it. */
export async function setShipping(admin: BuiltUser, changes: Partial<SaveSettingsInput> = {}): Promise<void> {
  const { settings } = (await api(admin).get('/settings/delivery/zones?defaults=true')).as<ZonesDto>();
  const { enableRateNames, rateNames, defaultShipping, version } = settings;
  const { enabled } = defaultShipping;
  const body = { enabled: true, enableRateNames, rateNames, defaultShipping: { enabled }, version, ...changes };
  const answer = await api(admin).put('/settings/delivery', body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

export const STANDARD_RATE = {
  name: 'Standard',
  description: '',
  price: '5.00',
  field: 'TOTAL_WEIGHT',
  min: '0',
  max: null as string | null,
};

/** A zone of whoever saves it, in the place of one that has its country: a vendor's, or the defaults of an admin. */
export async function buildZone(by: BuiltUser, o: Record<string, unknown> = {}): Promise<ZoneDto> {
  const { zones } = (await api(by).get('/settings/delivery/zones')).as<ZonesDto>();
  const zone = { zoneName: 'Zone', rates: [STANDARD_RATE], countries: [{ code: 'NO', provinces: [] }], ...o };
  const wanted = new Set(zone.countries.map(({ code }) => code));
  const known = zones.find(({ countries }) => countries.some(({ code }) => wanted.has(code)));
  const answer = await api(by).post('/settings/delivery/zone', {
    zone: { ...(known ? { id: known.id } : {}), ...zone },
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.as<{ zone: ZoneDto }>().zone;
}

/** Where a vendor ships from, as its screen sends it. */
export const SHIP_FROM = {
  shipFromAddress: {
    name: 'Kari Nord',
    company: 'North',
    street1: 'Havnegata 1',
    street2: '',
    zip: '5003',
    city: 'Bergen',
    state: '',
    country: 'NO',
    phone: '+47 55 00 00 00',
    email: 'kari@north.test',
  },
  defaultPackage: { length: 30, width: '20', height: '10,5', dimUnit: 'cm', weight: 1.2, weightUnit: 'kg' },
  defaultLocalPickup: { enabled: false },
};
