import { describe, expect, it } from 'vitest';
import { describeEvent, type RawChange, type SettingsEvent } from './history-lines.ts';

const event = (o: Partial<SettingsEvent> = {}): SettingsEvent => ({
  subject: 'settings',
  subjectId: 'features',
  action: 'settings.saved',
  detail: {},
  vendor: null,
  ...o,
});
const lines = (changes: readonly RawChange[], o: Partial<SettingsEvent> = {}) => describeEvent(event(o), changes);

describe('a change of settings as lines of the history', () => {
  it('a feature that was turned: the feature and which way', () => {
    expect(lines([{ key: 'makeAnOffer', from: false, to: true }])).toEqual([
      { kind: 'feature', feature: 'makeAnOffer', isOn: true },
    ]);
  });

  it('a value that stayed the same: nothing', () => {
    expect(lines([{ key: 'registration', from: { enableApproval: true }, to: { enableApproval: true } }])).toEqual([]);
  });

  it('a list that changed: the page it stands on, once, and never the list', () => {
    const changes = [
      { key: 'registration.fields', from: [], to: ['craft', 'years'] },
      { key: 'registration.notice', from: null, to: { text: 'x' } },
    ];
    expect(lines(changes)).toEqual([{ kind: 'page', page: 'fields' }]);
  });

  it('a value with a name: both values, and only where people can read them', () => {
    expect(lines([{ key: 'variants.limit', from: 100, to: 20 }])).toEqual([
      { kind: 'value', field: 'variants.limit', from: '100', to: '20' },
    ]);
    expect(lines([{ key: 'support.title', from: '', to: 'x'.repeat(81) }])).toEqual([{ kind: 'page', page: 'look' }]);
  });

  it('an email that was switched, edited or put back: the email', () => {
    expect(lines([{ key: 'notifications.templates.order-placed.enabled', from: undefined, to: false }])).toEqual([
      { kind: 'email', template: 'order-placed', isOn: false },
    ]);
    const edited = { action: 'mail_template.saved', subjectId: 'order-paid (de)' };
    expect(lines([], edited)).toEqual([{ kind: 'emailText', template: 'order-paid', isReset: false }]);
  });

  it('a change that says nothing of what changed: its page, or nothing where it has none', () => {
    expect(lines([], { subjectId: 'delivery' })).toEqual([{ kind: 'page', page: 'shippingDefaults' }]);
    expect(lines([], { subjectId: 'features' })).toEqual([]);
  });

  it('a commission: whose, and the rates where there is one before and after', () => {
    const of = (commissions: unknown, o: Partial<SettingsEvent> = {}) =>
      lines([], { subject: 'commission', subjectId: '7', vendor: 'Birk', detail: { commissions }, ...o });
    const rate = (percentage: string) => [{ min: '0', percentage }];
    expect(of([rate('10'), rate('12')])).toEqual([{ kind: 'commission', vendor: 'Birk', from: '10', to: '12' }]);
    expect(of([[], rate('12')], { subjectId: 'default', vendor: null })).toEqual([
      { kind: 'commission', vendor: null, from: null, to: null },
    ]);
  });
});
