import { Badge, BlockStack, Button, ButtonGroup, InlineStack, Text } from '@shopify/polaris';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useConfirm } from '#app/ui/page/confirm.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { useAction } from '#app/ui/page/use-action.ts';
import { idOf, inSections, isFillable, type Section, type Specification } from '../specification.ts';
import { useTypeName } from './use-type-name.ts';

type ListProps = {
  specifications: readonly Specification[];
  sections: readonly Section[];
  onEdit: (one: Specification) => void;
  onAdd: () => void;
  onDeleted: () => void;
};

/** The specifications by section, with what can be done with each. */
export function SpecificationList({ specifications, sections, onEdit, onAdd, onDeleted }: ListProps) {
  const t = useText();
  const remove = useRemoval(onDeleted);
  return (
    <SectionCard
      title={t('specifications:list.title')}
      aside={
        <Button variant="primary" onClick={onAdd}>
          {t('specifications:list.add')}
        </Button>
      }
    >
      {specifications.length === 0 ? (
        <Text as="p" tone="subdued">
          {t('specifications:list.empty')}
        </Text>
      ) : (
        <BlockStack gap="400">
          {inSections(specifications, sections).map((group) => (
            <BlockStack key={group.name} gap="100">
              {sections.length > 0 ? (
                <Text as="h3" variant="headingSm" tone="subdued">
                  {group.name === '' ? t('specifications:list.others') : group.name}
                </Text>
              ) : null}
              <div>
                {group.specifications.map((one) => (
                  <div key={`${one.owner} ${idOf(one)}`} className="specification-row">
                    <Facts one={one} />
                    <ButtonGroup>
                      <Button
                        accessibilityLabel={t('specifications:list.editOf', { name: one.name })}
                        onClick={() => {
                          onEdit(one);
                        }}
                      >
                        {t('specifications:list.edit')}
                      </Button>
                      <Button
                        tone="critical"
                        variant="plain"
                        accessibilityLabel={t('specifications:list.deleteOf', { name: one.name })}
                        onClick={() => void remove(one)}
                      >
                        {t('specifications:list.delete')}
                      </Button>
                    </ButtonGroup>
                  </div>
                ))}
              </div>
            </BlockStack>
          ))}
        </BlockStack>
      )}
    </SectionCard>
  );
}

/** What a specification is, in a line and its badges. */
function Facts({ one }: { one: Specification }) {
  const t = useText();
  const typeName = useTypeName();
  return (
    <BlockStack gap="100">
      <InlineStack gap="200" blockAlign="center">
        <Text as="span" fontWeight="semibold">
          {one.name}
        </Text>
        {one.required ? <Badge tone="info">{t('specifications:list.required')}</Badge> : null}
        {one.show ? null : <Badge>{t('specifications:list.hidden')}</Badge>}
        {one.showWhen ? <Badge>{t('specifications:list.conditional')}</Badge> : null}
        {isFillable(one.type) ? null : <Badge tone="warning">{t('specifications:list.fixed')}</Badge>}
      </InlineStack>
      <Text as="span" tone="subdued" variant="bodySm">
        {`${typeName(one.type)} · ${one.namespace}.${one.key}`}
        {one.owner === 'PRODUCT' ? '' : ` · ${t('specifications:owners.PRODUCTVARIANT')}`}
      </Text>
    </BlockStack>
  );
}

/** Deleting one, after it was asked. */
function useRemoval(onDeleted: () => void): (one: Specification) => Promise<void> {
  const t = useText();
  const confirm = useConfirm();
  const { send } = useAction();
  return async ({ owner, namespace, key, name }) => {
    const sure = await confirm({
      title: t('specifications:delete.title', { name }),
      body: t('specifications:delete.body'),
      action: t('specifications:list.delete'),
      destructive: true,
    });
    if (sure)
      send({ owner, namespace, key }, t('specifications:delete.done'), undefined, {
        method: 'delete',
        onDone: onDeleted,
      });
  };
}

type AvailableProps = { available: readonly Specification[]; onTake: (one: Specification) => void };

/** Definitions of the store that are no specifications yet. */
export function AvailableCard({ available, onTake }: AvailableProps) {
  const t = useText();
  if (available.length === 0) return null;
  return (
    <SectionCard title={t('specifications:store.title')}>
      <BlockStack gap="200">
        <Text as="p" tone="subdued">
          {t('specifications:store.body')}
        </Text>
        <div>
          {available.map((one) => (
            <div key={`${one.owner} ${idOf(one)}`} className="specification-row">
              <Facts one={one} />
              <Button
                accessibilityLabel={t('specifications:store.takeOf', { name: one.name })}
                onClick={() => {
                  onTake(one);
                }}
              >
                {t('specifications:store.take')}
              </Button>
            </div>
          ))}
        </div>
      </BlockStack>
    </SectionCard>
  );
}
