import { describe, expect, it } from 'vitest';
import { describeEvent, type RawChange, type SettingsEvent } from './history-lines.ts';

const event = (o: Partial<SettingsEvent> = {}): SettingsEvent => ({
  subject: 'settings',
  subjectId: 'features',
  action: 'settings.saved',
  detail: {},
  vendor: null,
  by: 'Ada',
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

  it('a field of the form whose words or rules changed: the form’s fields, once', () => {
    const changes = [
      { key: 'fields.craft.name', from: 'Craft', to: 'What do you make?' },
      { key: 'fields.craft.required', from: false, to: true },
    ];
    expect(lines(changes, { subjectId: 'registration' })).toEqual([{ kind: 'edited', field: 'fields' }]);
  });

  it('a value with a name: both values, and only where people can read them', () => {
    expect(lines([{ key: 'variants.limit', from: 100, to: 20 }])).toEqual([
      { kind: 'value', field: 'variants.limit', from: '100', to: '20' },
    ]);
    expect(lines([{ key: 'support.title', from: '', to: 'x'.repeat(81) }])).toEqual([
      { kind: 'edited', field: 'support.title' },
    ]);
    expect(lines([{ key: 'reservedNames', from: [], to: ['FREE'] }])).toEqual([
      { kind: 'edited', field: 'reservedNames' },
    ]);
  });

  it('an email that was switched, edited or put back: the email', () => {
    expect(lines([{ key: 'notifications.templates.order-placed.enabled', from: undefined, to: false }])).toEqual([
      { kind: 'email', template: 'order-placed', isOn: false },
    ]);
    const edited = { action: 'mail_template.saved', subjectId: 'order-paid (de)' };
    expect(lines([], edited)).toEqual([{ kind: 'emailText', template: 'order-paid', isReset: false }]);
  });

  it('an email that is sent at another time: the hours before and after', () => {
    const delayed = {
      action: 'mail_template.delay_saved',
      subjectId: 'order-reminder-1',
      detail: { delayInHours: [48, 24] },
    };
    expect(lines([{ key: 'delayInHours', from: 48, to: 24 }], delayed)).toEqual([
      { kind: 'emailDelay', template: 'order-reminder-1', fromHours: 48, toHours: 24 },
    ]);
  });

  it('a schedule of another kind: both kinds and nothing of what only one of them has; else the part that changed', () => {
    const turned = [
      { key: 'schedule.kind', from: 'off', to: 'periodic' },
      { key: 'schedule.rule', from: undefined, to: { kind: 'weekdays', days: ['mon'], time: '10:00' } },
    ];
    expect(lines(turned, { subjectId: 'payouts' })).toEqual([
      { kind: 'choice', field: 'schedule.kind', from: 'off', to: 'periodic' },
    ]);
    const moved = [
      { key: 'schedule.rule.days', from: ['mon'], to: ['tue'] },
      { key: 'schedule.rule.time', from: '10:00', to: '11:00' },
    ];
    expect(lines(moved, { subjectId: 'payouts' })).toEqual([{ kind: 'edited', field: 'schedule.rule' }]);
    expect(lines([{ key: 'schedule.days', from: 3, to: 7 }], { subjectId: 'payouts' })).toEqual([
      { kind: 'value', field: 'schedule.days', from: '3', to: '7' },
    ]);
  });

  it('an amount: with its currency, and none where there was none', () => {
    const payouts = { subjectId: 'payouts', detail: { currency: 'EUR' } };
    expect(lines([{ key: 'approveAbove', from: null, to: '500.00' }], payouts)).toEqual([
      { kind: 'amount', field: 'approveAbove', from: null, to: '500.00', currency: 'EUR' },
    ]);
  });

  it('a day: as a day', () => {
    expect(lines([{ key: 'holiday.to', from: '2026-12-24', to: '2027-01-02' }], { subjectId: 'holidays' })).toEqual([
      { kind: 'day', field: 'holiday.to', from: '2026-12-24', to: '2027-01-02' },
    ]);
  });

  it.each([
    ['settings.zone.deleted', 'delivery', { zone: '7', name: 'Benelux' }, 'zoneDeleted', 'Benelux'],
    ['api_key.created', 'api-keys', { title: ['', 'Warehouse'], scopes: [] }, 'keyCreated', 'Warehouse'],
    ['api_key.revoked', 'api-keys', { title: ['Warehouse', ''] }, 'keyRevoked', 'Warehouse'],
    ['webhook.replayed', 'webhooks', { title: ['shop.test/in', '12'] }, 'webhookReplayed', 'shop.test/in'],
    ['payments.key.saved', 'stripe', { key: ['', '4242'] }, 'providerSaved', 'Stripe'],
    ['sheet.paused', 'sheets', {}, 'sheetPaused', 'Ada'],
  ])('%s: what was done, and to what', (action, subjectId, detail, act, name) => {
    const raw = Object.entries(detail).flatMap(([key, value]) =>
      Array.isArray(value) && value.length === 2 ? [{ key, from: value[0] as unknown, to: value[1] as unknown }] : [],
    );
    expect(lines(raw, { action, subjectId, detail })).toEqual([{ kind: 'act', act, name }]);
  });

  it('a zone whose name was not recorded: its page', () => {
    expect(lines([], { action: 'settings.zone.deleted', subjectId: 'delivery', detail: { zone: '7' } })).toEqual([
      { kind: 'page', page: 'shippingDefaults' },
    ]);
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
