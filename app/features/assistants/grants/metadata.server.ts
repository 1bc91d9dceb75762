import { KEY_SCOPES } from '#app/core/viewer.ts';
import { ASSISTANT_PATH } from '../assistant.ts';

/** Where somebody allows an assistant (its page, with what it asks for in the address), and where it exchanges codes. */
export const AUTHORIZE_PATH = '/app/settings/assistants';
export const TOKEN_PATH = `${ASSISTANT_PATH}/token`;
export const RESOURCE_METADATA_PATH = `/.well-known/oauth-protected-resource${ASSISTANT_PATH}`;

/** What assistants read to learn how to sign in, by its path: the resource (RFC 9728) and the server that gives tokens (RFC 8414). */
export function buildMetadata(appUrl: string): ReadonlyMap<string, object> {
  const { origin } = new URL(appUrl);
  const resource = {
    resource: `${origin}${ASSISTANT_PATH}`,
    authorization_servers: [origin],
    scopes_supported: KEY_SCOPES,
    bearer_methods_supported: ['header'],
  };
  const server = {
    issuer: origin,
    authorization_endpoint: `${origin}${AUTHORIZE_PATH}`,
    token_endpoint: `${origin}${TOKEN_PATH}`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
    scopes_supported: KEY_SCOPES,
  };
  return new Map<string, object>([
    [RESOURCE_METADATA_PATH, resource],
    ['/.well-known/oauth-protected-resource', resource],
    ['/.well-known/oauth-authorization-server', server],
  ]);
}
