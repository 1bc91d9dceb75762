import { describe, expect, test } from 'vitest';
import { adminSchema } from '#sandbox/platform/graphql/schema.ts';
import { CARRIERS, trackingAddress } from './carriers.ts';

const fulfillment = (carrier: string | null, tracking: string | null, url: string | null = null) =>
  trackingAddress({ carrier, tracking, url });

describe('where a fulfillment is followed', () => {
  test('every carrier to choose from is one that the platform knows by this name', () => {
    const type = adminSchema().schema.getType('FulfillmentTrackingInfo');
    const known = JSON.stringify(type?.toConfig() ?? {}, (key, value: unknown) =>
      key === 'fields' ? (value as Record<string, { description?: string }>).company?.description : value,
    );
    for (const name of CARRIERS) expect(known).toContain(name);
    expect(CARRIERS.length).toBeGreaterThanOrEqual(25);
  });

  test('a carrier that is known has a page for the number, written without spaces', () => {
    expect(fulfillment('BPost', '3232 0451')).toBe('https://track.bpost.cloud/btr/web/#/search?itemCode=32320451');
    expect(fulfillment('ups', '1Z/9 ?')).toBe('https://www.ups.com/track?tracknum=1Z%2F9%3F');
    for (const name of CARRIERS) expect(URL.canParse(fulfillment(name, '1') ?? '')).toBe(true);
  });

  test('the address that the store states comes first, and only one that a browser may open', () => {
    expect(fulfillment('UPS', '1', 'https://own.example/1')).toBe('https://own.example/1');
    expect(fulfillment('UPS', '1', 'javascript:alert(1)')).toBeNull();
  });

  test('without a number, or with a carrier that nobody knows, there is none', () => {
    expect(fulfillment('UPS', null)).toBeNull();
    expect(fulfillment('Aunt Emma', '1')).toBeNull();
    expect(fulfillment(null, '1')).toBeNull();
  });
});
