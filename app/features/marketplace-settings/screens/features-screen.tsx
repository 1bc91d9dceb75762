import { Button, InlineStack, Text } from '@shopify/polaris';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useRevalidator } from '#app/ui/router.ts';
import { useLayout, useShell } from '#app/ui/shell/shell-context.tsx';
import { useConfirm } from '#app/ui/page/confirm.tsx';
import { requestAccess } from '#app/ui/page/host-bridge.ts';
import { useToast } from '#app/ui/page/toast.tsx';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { useAction } from '#app/ui/page/use-action.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Stack } from '#app/ui/components/layout.tsx';
import type { SwitchesForm } from '../feature-changes.contract.ts';
import { FEATURE_ACCESS, FEATURE_SETTINGS, SHOWN_SWITCHES, type ShownSwitch } from '../shown-switches.ts';
import './settings.css';

type Props = {
  switches: SwitchesForm;
  open: Partial<Record<keyof SwitchesForm, number>>;
  withoutAccess: readonly ShownSwitch[];
};

/** The parts of the marketplace with what each brings: those that are on, then those that can be turned on. */
export function FeaturesScreen({ switches, open, withoutAccess }: Props) {
  const t = useText();
  const groups = [
    { id: 'on', names: SHOWN_SWITCHES.filter((name) => switches[name].enabled) },
    { id: 'more', names: SHOWN_SWITCHES.filter((name) => !switches[name].enabled) },
  ] as const;
  return (
    <ScreenPage title={t('settings:row.features.name')} subtitle={t('settings:row.features.about')} kind="form">
      <Stack>
        {groups.map(({ id, names }) =>
          names.length === 0 ? null : (
            <SectionCard key={id} title={t(`settings:features.${id}`)} flush>
              <ul className="souk-rows" aria-label={t(`settings:features.${id}`)}>
                {names.map((name) => (
                  <li key={name}>
                    <Feature
                      name={name}
                      isOn={switches[name].enabled}
                      hidden={open[name] ?? 0}
                      isWithoutAccess={withoutAccess.includes(name)}
                    />
                  </li>
                ))}
              </ul>
            </SectionCard>
          ),
        )}
      </Stack>
    </ScreenPage>
  );
}

type FeatureProps = { name: ShownSwitch; isOn: boolean; hidden: number; isWithoutAccess: boolean };

/**
 * One feature: what it brings, and the button that turns it. Turning off asks first where something would be hidden; turning on
 * asks the store for the access without which the feature could be seen and not used.
 */
function Feature({ name, isOn, hidden, isWithoutAccess }: FeatureProps) {
  const t = useText();
  const confirm = useConfirm();
  const toast = useToast();
  const { busy, send } = useAction();
  const title = t(`settings:feature.${name}.name`);
  const turn = async (): Promise<void> => {
    const question = {
      title: t('settings:features.offTitle', { name: title }),
      body: [
        t(`settings:feature.${name}.off`),
        ...(hidden > 0 ? [t(`settings:feature.${name}.open`, { count: hidden })] : []),
      ].join(' '),
      action: t('settings:features.turnOff'),
    };
    if (isOn && !(await confirm(question))) return;
    const access = isOn ? undefined : FEATURE_ACCESS[name];
    if (access && (await requestAccess(access)) === false) {
      toast(t('settings:features.declined', { name: title }), { isError: true });
      return;
    }
    const done = t(`settings:features.${isOn ? 'turnedOff' : 'turnedOn'}`, { name: title });
    send({ [name]: { enabled: !isOn } }, done);
  };
  const url = FEATURE_SETTINGS[name];
  return (
    <div className="souk-row settings-feature">
      <div className="settings-feature-text">
        <Text as="h3" variant="headingSm">
          {title}
        </Text>
        <Text as="p" tone="subdued">
          {t(`settings:feature.${name}.benefit`)}
        </Text>
        {isWithoutAccess ? <MissingAccess name={name} title={title} /> : null}
      </div>
      <InlineStack gap="200" wrap={false}>
        {isOn && url !== undefined ? (
          <Button url={url} accessibilityLabel={t('settings:features.openOf', { name: title })}>
            {t('settings:features.open')}
          </Button>
        ) : null}
        <Button
          onClick={() => void turn()}
          loading={busy}
          accessibilityLabel={t(`settings:features.${isOn ? 'turnOffOf' : 'turnOnOf'}`, { name: title })}
        >
          {t(`settings:features.${isOn ? 'turnOff' : 'turnOn'}`)}
        </Button>
      </InlineStack>
    </div>
  );
}

/** Says that a feature is on and cannot be used, with the way to the access: asked for in the store admin, which leads there from outside. */
function MissingAccess({ name, title }: { name: ShownSwitch; title: string }) {
  const t = useText();
  const toast = useToast();
  const revalidator = useRevalidator();
  const layout = useLayout();
  const { storeAdminUrl } = useShell();
  const ask = async (): Promise<void> => {
    if (await requestAccess(FEATURE_ACCESS[name] ?? [])) revalidator.revalidate();
    else toast(t('settings:features.notGranted', { name: title }), { isError: true });
  };
  return (
    <InlineStack gap="200" blockAlign="center">
      <Text as="p" tone="caution">
        {t('settings:features.withoutAccess')}
      </Text>
      {layout === 'admin' ? (
        <Button
          variant="plain"
          onClick={() => void ask()}
          accessibilityLabel={t('settings:features.grantFor', { name: title })}
        >
          {t('settings:features.grant')}
        </Button>
      ) : storeAdminUrl ? (
        <Button variant="plain" url={`${storeAdminUrl}/settings/features`} target="_top">
          {t('common:openInAdmin')}
        </Button>
      ) : null}
    </InlineStack>
  );
}
