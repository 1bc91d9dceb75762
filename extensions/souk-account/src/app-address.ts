/**
 * Where the program answers, without a slash at the end: `application_url` of shopify.app.toml, to which a test holds it. The platform
 * gives extensions of customers' accounts no address of the app, as it does in the store admin.
 */
export const APP_URL = 'https://souk.example.com';
