import {
  getNamedType,
  GraphQLError,
  Kind,
  NoDeprecatedCustomRule,
  OperationTypeNode,
  specifiedRules,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { DocumentNode, FieldNode, OperationDefinitionNode } from 'graphql';
import type { AccessRule, AdminSchema } from './schema.ts';

const ARRAY_LIMIT = 250;
/** `productSet` takes a whole product: every variant, and every value of an option. */
const WHOLE_PRODUCT_LIMIT = 2_048;
const WHOLE_PRODUCT_LISTS = /^variables\.input\.(variants|productOptions\.values)$/;

/** Everything that is wrong with an operation before it runs: the schema's own rules, and nothing deprecated. */
export function checkDocument(admin: AdminSchema, document: DocumentNode): readonly GraphQLError[] {
  const errors = validate(admin.schema, document, specifiedRules);
  if (errors.length > 0) return errors;
  return validate(admin.schema, document, [NoDeprecatedCustomRule]).map(
    (error) =>
      new GraphQLError(`Deprecated: ${error.message}`, { nodes: error.nodes, extensions: { code: 'DEPRECATED' } }),
  );
}

/** A granted scope covers itself and, as a write scope, the reading of the same. */
export function coversScope(granted: readonly string[], wanted: string): boolean {
  return (
    granted.includes(wanted) || (wanted.startsWith('read_') && granted.includes(wanted.replace('read_', 'write_')))
  );
}

/** One ACCESS_DENIED error for every field whose own scopes, or whose type's, the token lacks. */
export function checkScopes(admin: AdminSchema, document: DocumentNode, granted: readonly string[]): GraphQLError[] {
  const denied = new Map<string, GraphQLError>();
  const types = new TypeInfo(admin.schema);
  const lacks = (rule: AccessRule | undefined): boolean =>
    rule !== undefined && !rule.anyOf.some((scope) => coversScope(granted, scope));
  visit(
    document,
    visitWithTypeInfo(types, {
      Field(node) {
        const parent = types.getParentType();
        const field = types.getFieldDef();
        if (!parent || !field) return;
        for (const rule of [
          admin.fieldAccess.get(`${parent.name}.${field.name}`),
          admin.typeAccess.get(getNamedType(field.type).name),
        ]) {
          if (!rule || !lacks(rule)) continue;
          const message = `Access denied for ${field.name} field. Required access: ${rule.text}`;
          denied.set(
            message,
            new GraphQLError(message, {
              nodes: [node],
              path: [field.name],
              extensions: {
                code: 'ACCESS_DENIED',
                documentation: 'https://shopify.dev/api/usage/access-scopes',
                requiredAccess: rule.text,
              },
            }),
          );
        }
      },
    }),
  );
  return [...denied.values()];
}

/** Arrays anywhere in the input hold at most 250 items; `metafieldsSet` takes 25, the lists of a whole product 2,048. */
export function checkArrays(operation: OperationDefinitionNode, variables: unknown): GraphQLError[] {
  const errors: GraphQLError[] = [];
  const isWhole = rootFields(operation).some((field) => field.name.value === 'productSet');
  const walk = (value: unknown, path: string): void => {
    if (Array.isArray(value)) {
      const limit = isWhole && WHOLE_PRODUCT_LISTS.test(path) ? WHOLE_PRODUCT_LIMIT : ARRAY_LIMIT;
      if (value.length > limit)
        errors.push(
          new GraphQLError(`The input array size of ${value.length} is greater than the maximum allowed of ${limit}.`, {
            path: [path],
            extensions: { code: 'MAX_INPUT_SIZE_EXCEEDED' },
          }),
        );
      for (const item of value) walk(item, path);
    } else if (typeof value === 'object' && value !== null)
      for (const [key, item] of Object.entries(value)) walk(item, `${path}.${key}`);
  };
  walk(variables, 'variables');
  visit(operation, {
    ListValue(node) {
      if (node.values.length > ARRAY_LIMIT)
        errors.push(
          new GraphQLError(
            `The input array size of ${node.values.length} is greater than the maximum allowed of ${ARRAY_LIMIT}.`,
            { nodes: [node] },
          ),
        );
    },
  });
  return errors;
}

/** Mutations that demand `@idempotent(key:)` and come without it. */
export function checkIdempotent(admin: AdminSchema, operation: OperationDefinitionNode): GraphQLError[] {
  if (operation.operation !== OperationTypeNode.MUTATION) return [];
  return rootFields(operation)
    .filter(
      (field) =>
        admin.needsIdempotencyKey.has(field.name.value) &&
        !field.directives?.some((directive) => directive.name.value === 'idempotent'),
    )
    .map(
      (field) =>
        new GraphQLError('The @idempotent directive is required for this mutation but was not provided.', {
          nodes: [field],
          path: [field.name.value],
          extensions: { code: 'BAD_REQUEST' },
        }),
    );
}

/** The fields at the top of an operation. */
export function rootFields(operation: OperationDefinitionNode): FieldNode[] {
  return operation.selectionSet.selections.filter((selection): selection is FieldNode => selection.kind === Kind.FIELD);
}
