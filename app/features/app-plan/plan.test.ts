import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  ADDON_NAMES,
  computeLimits,
  computePrice,
  describeChoice,
  findChoice,
  LIMITED,
  listExceeded,
  PLAN_NAMES,
  sortAddons,
} from './plan.ts';

const choices = fc.record({ plan: fc.constantFrom(...PLAN_NAMES), addons: fc.array(fc.constantFrom(...ADDON_NAMES)) });

it('a choice is known by its name, however its add-ons are ordered or repeated', () => {
  fc.assert(
    fc.property(choices, ({ plan, addons }) => {
      expect(findChoice(describeChoice({ plan, addons }))).toEqual({ plan, addons: sortAddons(addons) });
    }),
  );
  expect(findChoice('Somebody else’s plan')).toBeUndefined();
});

it('an add-on costs more and holds more of its own thing alone', () => {
  fc.assert(
    fc.property(choices, fc.constantFrom(...ADDON_NAMES), ({ plan, addons }, added) => {
      const without = { plan, addons: addons.filter((name) => name !== added) };
      const withIt = { plan, addons: [...without.addons, added] };
      expect(computePrice(withIt)).toBeGreaterThan(computePrice(without));
      const [less, more] = [computeLimits(without), computeLimits(withIt)];
      expect(LIMITED.filter((name) => more[name] > less[name])).toEqual([added]);
    }),
  );
});

it('what is in use fits where no limit is exceeded, and each that is is named', () => {
  const usage = { vendors: 3, orders: 26, products: 101 };
  expect(listExceeded({ plan: 'free', addons: [] }, usage)).toEqual(['orders', 'products']);
  expect(listExceeded({ plan: 'free', addons: ['orders', 'products'] }, usage)).toEqual([]);
});
