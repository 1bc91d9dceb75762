import { randomUUID } from 'node:crypto';
import { readGid, idOfGid } from '../../../core/gid.ts';
import { nextId, Refusal } from '../../../core/kernel.ts';
import type { MetafieldDefinition, Variant } from '../../../core/state.ts';
import { createFile, deleteFiles, readKind, sanitizeName } from '../../store/files.ts';
import { connectLevel, disconnectLevel, levelOf, setStock } from '../../store/inventory.ts';
import { refuseLinked } from '../../store/linked-options.ts';
import { findMetafield, resolveNamespace, setMetafield } from '../../store/metafields.ts';
import { answerErrors } from '../context.ts';
import type { Context, View } from '../context.ts';
import type { Replay } from './mutations-order.ts';
import { findNode } from '../find-node.ts';
import { fileView } from '../views/views-file.ts';
import { levelView } from '../views/views-product.ts';
import { definitionMutations } from './mutations-definition.ts';
import { definitionView, metafieldView } from '../views/views-shop.ts';
import { requireItem, setQuantities, type SetQuantitiesArgs } from './set-quantities.ts';

type FileCreateArgs = {
  originalSource: string;
  alt?: string | null;
  contentType?: string | null;
  filename?: string | null;
};
type MetafieldsSetArgs = {
  ownerId: string;
  namespace?: string | null;
  key: string;
  type?: string | null;
  value: string;
  compareDigest?: string | null;
};
type DefinitionArgs = {
  name: string;
  namespace?: string | null;
  key: string;
  description?: string | null;
  type: string;
  ownerType: string;
  pin?: boolean;
  validations?: { name: string; value?: string | null }[] | null;
  access?: { admin?: string | null; storefront?: string | null } | null;
};
export function shopMutations(context: Context, replay: Replay): View {
  const { sandbox, shop } = context;
  return {
    stagedUploadsCreate: (args: {
      input: {
        filename: string;
        mimeType: string;
        httpMethod?: string | null;
        resource: string;
        fileSize?: string | null;
      }[];
    }) =>
      answerErrors(
        () => ({ stagedTargets: args.input.map((input, index) => stageUpload(context, input, index)) }),
        'UserError',
      ),
    fileCreate: (args: { files: FileCreateArgs[] }) =>
      answerErrors(
        () => ({
          files: args.files.map((file) =>
            fileView(
              context,
              createFile(sandbox, shop, {
                originalSource: file.originalSource,
                alt: file.alt ?? null,
                filename: file.filename ?? null,
                contentType: readKind(file.contentType),
              }),
            ),
          ),
        }),
        'FilesUserError',
      ),
    fileUpdate: (args: { files: { id: string; alt?: string | null; filename?: string | null }[] }) =>
      answerErrors(
        () => ({
          files: args.files.map((input, index) => {
            const file = shop.files[String(readGid(input.id)?.id ?? 0)];
            if (!file)
              throw new Refusal(
                `File id ${input.id} does not exist.`,
                ['files', String(index), 'id'],
                'FILE_DOES_NOT_EXIST',
              );
            if (input.alt != null) file.alt = input.alt;
            if (input.filename != null) file.filename = sanitizeName(input.filename);
            file.updatedAt = sandbox.clock.iso();
            sandbox.save();
            return fileView(context, file);
          }),
        }),
        'FilesUserError',
      ),
    fileDelete: (args: { fileIds: string[] }) =>
      answerErrors(() => {
        deleteFiles(
          sandbox,
          shop,
          args.fileIds.map((gid) => idOfGid(gid, 'MediaImage', 'GenericFile', 'Video', 'ExternalVideo') ?? 0),
        );
        return { deletedFileIds: args.fileIds };
      }, 'FilesUserError'),
    metafieldsSet: (args: { metafields: MetafieldsSetArgs[] }) =>
      answerErrors(() => {
        if (args.metafields.length > 25)
          throw new Refusal(
            'Exceeded the maximum metafields input limit of 25.',
            ['metafields'],
            'LESS_THAN_OR_EQUAL_TO',
          );
        for (const [index, write] of args.metafields.entries())
          if (!findNode(context, write.ownerId))
            throw new Refusal('Owner does not exist.', ['metafields', String(index), 'ownerId'], 'INVALID');
        return {
          metafields: args.metafields.map((write, index) => {
            const named = { ownerGid: write.ownerId, namespace: resolveNamespace(write.namespace), key: write.key };
            refuseLinked(shop, named, ['metafields', String(index)]);
            return metafieldView(
              context,
              setMetafield(sandbox, shop, { ...write, ...named }, ['metafields', String(index)]),
            );
          }),
        };
      }, 'MetafieldsSetUserError'),
    metafieldsDelete: (args: { metafields: { ownerId: string; namespace: string; key: string }[] }) =>
      answerErrors(() => {
        for (const [index, { ownerId, namespace, key }] of args.metafields.entries())
          refuseLinked(shop, { ownerGid: ownerId, namespace: resolveNamespace(namespace), key }, [
            ...['metafields', String(index)],
          ]);
        const found = args.metafields.map((identifier) =>
          findMetafield(shop, identifier.ownerId, resolveNamespace(identifier.namespace), identifier.key),
        );
        shop.metafields = shop.metafields.filter((metafield) => !found.includes(metafield));
        sandbox.save();
        return {
          deletedMetafields: found.map((metafield) =>
            metafield ? { ownerId: metafield.ownerGid, namespace: metafield.namespace, key: metafield.key } : null,
          ),
        };
      }, 'UserError'),
    metafieldDefinitionCreate: (args: { definition: DefinitionArgs }) =>
      answerErrors(
        () => ({ createdDefinition: definitionView(context, createDefinition(context, args.definition)) }),
        'MetafieldDefinitionCreateUserError',
      ),
    ...definitionMutations(context),
    inventorySetQuantities: (args: SetQuantitiesArgs) =>
      answerErrors(() => setQuantities(context, args, replay), 'InventorySetQuantitiesUserError'),
    inventoryActivate: (args: { inventoryItemId: string; locationId: string; available?: number | null }) =>
      answerErrors(() => {
        const owned = requireItem(context, args.inventoryItemId, ['inventoryItemId']);
        const locationId = idOfGid(args.locationId, 'Location') ?? 0;
        if (!shop.locations.some((location) => location.id === locationId))
          throw new Refusal('The location could not be found.', ['locationId'], 'NOT_FOUND');
        replay('inventoryActivate', args, () => activate(context, owned.variant, locationId, args.available ?? null));
        return {
          inventoryLevel: levelView(context, owned.product, owned.variant, levelOf(sandbox, owned.variant, locationId)),
        };
      }, 'UserError'),
    inventoryDeactivate: (args: { inventoryLevelId: string }) =>
      answerErrors(() => {
        const id = idOfGid(args.inventoryLevelId, 'InventoryLevel');
        for (const product of Object.values(shop.products))
          for (const variant of product.variants) {
            const level = variant.inventory.levels.find((one) => one.id === id);
            if (level) disconnectLevel(sandbox, shop, variant, level.locationId);
            if (level) return {};
          }
        throw new Refusal('The inventory level could not be found.', ['inventoryLevelId'], 'NOT_FOUND');
      }, 'UserError'),
  };
}

/** Keeps an item at a location; where it is kept already only its number changes. Returns the level's id. */
function activate({ sandbox, shop }: Context, variant: Variant, locationId: number, available: number | null): number {
  const isKept = variant.inventory.levels.some((level) => level.locationId === locationId);
  if (!isKept) return connectLevel(sandbox, shop, variant, locationId, available ?? 0).id;
  if (available !== null) setStock(sandbox, shop, variant, locationId, available);
  return levelOf(sandbox, variant, locationId).id;
}

function stageUpload(
  context: Context,
  input: { filename: string; mimeType: string; httpMethod?: string | null; resource: string; fileSize?: string | null },
  index: number,
): View {
  if (input.fileSize != null && Number(input.fileSize) > 20 * 1024 * 1024 && input.resource.includes('IMAGE'))
    throw new Refusal('The file is larger than 20 MB.', ['input', String(index), 'fileSize'], 'INVALID');
  if (['IMAGE', 'PRODUCT_IMAGE'].includes(input.resource) && !input.mimeType.startsWith('image/'))
    throw new Refusal(
      `${input.mimeType} is not a recognized image format`,
      ['input', String(index), 'mimeType'],
      'INVALID',
    );
  const token = randomUUID();
  const base = `${context.sandbox.config.publicUrl}/staged-uploads/${token}`;
  const resourceUrl = `${base}/${encodeURIComponent(sanitizeName(input.filename))}`;
  // POST takes a form with these parameters and `file` last; PUT takes the bytes at the address itself.
  const parameters =
    input.httpMethod === 'POST'
      ? [
          { name: 'key', value: `staged/${token}/${sanitizeName(input.filename)}` },
          { name: 'Content-Type', value: input.mimeType },
          { name: 'success_action_status', value: '201' },
          { name: 'acl', value: 'private' },
        ]
      : [
          { name: 'content_type', value: input.mimeType },
          { name: 'acl', value: 'private' },
        ];
  return { url: input.httpMethod === 'POST' ? base : resourceUrl, resourceUrl, parameters };
}

function createDefinition(context: Context, input: DefinitionArgs): MetafieldDefinition {
  const { sandbox, shop } = context;
  const namespace = resolveNamespace(input.namespace);
  if (
    shop.metafieldDefinitions.some(
      (definition) =>
        definition.namespace === namespace && definition.key === input.key && definition.ownerType === input.ownerType,
    )
  )
    throw new Refusal(
      'Key is in use for ' + input.ownerType + ' metafields on the ' + namespace + ' namespace.',
      ['definition', 'key'],
      'TAKEN',
    );
  const kind = input.validations?.find(({ name }) => name === 'metaobject_definition_id')?.value;
  if (
    input.type.endsWith('metaobject_reference') &&
    !shop.metaobjectDefinitions?.[String(idOfGid(kind ?? null, 'MetaobjectDefinition'))]
  )
    throw new Refusal(
      'Validations require that you select a metaobject.',
      ['definition', 'validations'],
      'INVALID_OPTION',
    );
  const definition: MetafieldDefinition = {
    id: nextId(sandbox),
    name: input.name,
    namespace,
    key: input.key,
    description: input.description ?? null,
    type: input.type,
    ownerType: input.ownerType,
    pinned: input.pin === true,
    validations: (input.validations ?? []).map((validation) => ({
      name: validation.name,
      value: validation.value ?? null,
    })),
    access: { admin: input.access?.admin ?? 'PUBLIC_READ_WRITE', storefront: input.access?.storefront ?? 'NONE' },
  };
  shop.metafieldDefinitions.push(definition);
  sandbox.save();
  return definition;
}
