import type { AnyEndpoint } from '#app/core/endpoint.ts';
import { scopeOfCall, type KeyScope } from '#app/core/viewer.ts';
import { createKeyAudience, openApiDocument, type OpenApiDocument } from './openapi.server.ts';

/** The scope that a program with a key needs for a call; undefined for a call that no key can make. */
export const findScope = ({ access }: AnyEndpoint): KeyScope | undefined =>
  access.kind === 'vendor' ? scopeOfCall(access) : undefined;

/** The calls that a vendor's program can make with a key, and only those: OpenAPI 3.1. */
export function vendorApiDocument(endpoints: readonly AnyEndpoint[]): OpenApiDocument {
  const ofKeys = endpoints.filter((endpoint) => findScope(endpoint) !== undefined);
  return openApiDocument(
    ofKeys,
    createKeyAudience((endpoint) => `Needs the scope \`${findScope(endpoint) ?? ''}\`.`),
  );
}
