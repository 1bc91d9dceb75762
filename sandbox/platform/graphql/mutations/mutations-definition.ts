import { toGid } from '../../../core/gid.ts';
import { Refusal } from '../../../core/kernel.ts';
import type { MetafieldDefinition } from '../../../core/state.ts';
import { resolveNamespace } from '../../store/metafields.ts';
import { answerErrors } from '../context.ts';
import type { Context, View } from '../context.ts';
import { definitionView } from '../views/views-shop.ts';

type Identifier = { ownerType: string; namespace?: string | null; key: string };
type UpdateArgs = Identifier & {
  name?: string | null;
  description?: string | null;
  validations?: { name: string; value?: string | null }[] | null;
  pin?: boolean | null;
};

/** Changing and deleting definitions of metafields. The type of a definition stays what it is. */
export function definitionMutations(context: Context): View {
  const { sandbox, shop } = context;
  return {
    metafieldDefinitionUpdate: (args: { definition: UpdateArgs }) =>
      answerErrors(() => {
        const found = requireDefinition(context, args.definition, ['definition']);
        const { name, description, validations, pin } = args.definition;
        if (name === '') throw new Refusal("Name can't be blank", ['definition', 'name'], 'BLANK');
        if (name != null) found.name = name;
        if (description !== undefined) found.description = description;
        if (validations != null)
          found.validations = validations.map((one) => ({ name: one.name, value: one.value ?? null }));
        if (pin != null) found.pinned = pin;
        sandbox.save();
        return { updatedDefinition: definitionView(context, found), validationJob: null };
      }, 'MetafieldDefinitionUpdateUserError'),
    metafieldDefinitionDelete: (args: {
      id?: string | null;
      identifier?: Identifier | null;
      deleteAllAssociatedMetafields?: boolean | null;
    }) =>
      answerErrors(() => {
        const found = args.identifier
          ? requireDefinition(context, args.identifier, ['identifier'])
          : shop.metafieldDefinitions.find((one) => toGid('MetafieldDefinition', one.id) === args.id);
        if (!found) throw new Refusal('Definition not found.', ['id'], 'NOT_FOUND');
        const withValues = args.deleteAllAssociatedMetafields === true;
        if (!withValues && found.type.replace('list.', '').endsWith('_reference'))
          throw new Refusal(
            'Deleting a reference type metafield definition requires deletion of its associated metafields.',
            ['deleteAllAssociatedMetafields'],
            'REFERENCE_TYPE_DELETION_ERROR',
          );
        shop.metafieldDefinitions = shop.metafieldDefinitions.filter((one) => one !== found);
        if (withValues)
          shop.metafields = shop.metafields.filter((one) => one.namespace !== found.namespace || one.key !== found.key);
        sandbox.save();
        return {
          deletedDefinitionId: toGid('MetafieldDefinition', found.id),
          deletedDefinition: { ownerType: found.ownerType, namespace: found.namespace, key: found.key },
        };
      }, 'MetafieldDefinitionDeleteUserError'),
  };
}

function requireDefinition(context: Context, identifier: Identifier, field: string[]): MetafieldDefinition {
  const namespace = resolveNamespace(identifier.namespace);
  const found = context.shop.metafieldDefinitions.find(
    (one) => one.ownerType === identifier.ownerType && one.namespace === namespace && one.key === identifier.key,
  );
  if (!found) throw new Refusal('Definition not found.', field, 'NOT_FOUND');
  return found;
}
