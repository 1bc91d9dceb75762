import { expect, test } from 'vitest';
import { SWITCH_NAMES } from '#app/platform/settings/switches.ts';
import { FEATURES_ON } from './features.ts';

/** Where there are two ways to show the same: neither is a feature. */
const CHOICES = ['useFinanceV2'];

test('the demo: every feature that can be switched is on', () => {
  expect([...FEATURES_ON].sort()).toEqual(SWITCH_NAMES.filter((name) => !CHOICES.includes(name)).sort());
});
