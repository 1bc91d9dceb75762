import fc from 'fast-check';
import { expect, test } from 'vitest';
import { brandCss, computeContrast, deriveBrand } from './brand.ts';

const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
const extremes = ['#000000', '#ffffff', '#ff0000', '#00ff00', '#0000ff', '#ffff00', '#f4b740', '#808080', '#fefefe'];

function expectReadable(solid: string, strong: string): void {
  const brand = deriveBrand(solid, strong);
  expect(computeContrast(brand['--souk-brand'], '#ffffff')).toBeGreaterThanOrEqual(4.5);
  expect(computeContrast(brand['--souk-brand-hover'], '#ffffff')).toBeGreaterThanOrEqual(4.5);
  expect(computeContrast(brand['--souk-brand-strong'], '#ffffff')).toBeGreaterThanOrEqual(7);
  expect(computeContrast(brand['--souk-brand-strong'], brand['--souk-tint-2'])).toBeGreaterThanOrEqual(4.5);
  expect(computeContrast(brand['--souk-ink-2'], brand['--souk-tint'])).toBeGreaterThanOrEqual(4.5);
  expect(computeContrast(brand['--souk-ink-3'], brand['--souk-canvas'])).toBeGreaterThanOrEqual(4.5);
  expect(computeContrast(brand['--souk-brand'], brand['--souk-tint'])).toBeGreaterThanOrEqual(3);
}

test('whatever two colours a store picks, its texts can be read', () => {
  fc.assert(fc.property(hex, hex, expectReadable), { numRuns: 500 });
});

test('extreme colours too', () => {
  for (const solid of extremes) for (const strong of extremes) expectReadable(solid, strong);
});

test('the colours of attention and success can be read on their badges, whatever a store picks', () => {
  fc.assert(
    fc.property(hex, hex, (attention, success) => {
      const brand = deriveBrand('#4f46e5', '#3730a3', attention, success);
      expect(computeContrast(brand['--souk-attention'], '#ffe6c9')).toBeGreaterThanOrEqual(4.5);
      expect(computeContrast(brand['--souk-success'], '#d9f3e2')).toBeGreaterThanOrEqual(4.5);
    }),
  );
});

test('brand colors: leaves a readable brand as it is', () => {
  expect(deriveBrand('#4f46e5', '#3730a3')['--souk-brand']).toBe('#4f46e5');
  expect(deriveBrand('#4f46e5', '#3730a3')['--souk-brand-strong']).toBe('#3730a3');
});

test('darkens a yellow and keeps its hue', () => {
  expect(deriveBrand('#f4b740')['--souk-brand']).toBe('#996d07');
});

test('brand colors: writes nothing but hex colours into the style', () => {
  const css = brandCss({ ...deriveBrand(), '--souk-brand': 'red}body{display:none' });
  expect(css).not.toContain('display');
  expect(css).toMatch(/^:root\{(--souk-[a-z0-9-]+:#[0-9a-f]{6};)+\}$/);
});
