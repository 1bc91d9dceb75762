/** The carrier for which no address of a tracking page is known, so that one has to be given. */
export const OTHER_CARRIER = 'Other';

/**
 * Carriers by the names that the platform knows, each with the address of its tracking page: `{number}` stands for the tracking
 * number. The platform makes links of its own for these names; ours are for what it states none for.
 */
const TRACKING_PAGES = {
  'Australia Post': 'https://auspost.com.au/mypost/track/#/details/{number}',
  BPost: 'https://track.bpost.cloud/btr/web/#/search?itemCode={number}',
  'Canada Post': 'https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor={number}',
  Chronopost: 'https://www.chronopost.fr/tracking-no-cms/suivi-page?listeNumerosLT={number}',
  Colissimo: 'https://www.laposte.fr/outils/suivre-vos-envois?code={number}',
  Correos: 'https://www.correos.es/es/es/herramientas/localizador/envios/detalle?tracking-number={number}',
  CTT: 'https://www.ctt.pt/feapl_2/app/open/objectSearch/objectSearch.jspx?objects={number}',
  'Deutsche Post': 'https://www.deutschepost.de/de/s/sendungsverfolgung.html?piececode={number}',
  'DHL eCommerce': 'https://webtrack.dhlecs.com/orders?trackingNumber={number}',
  'DHL Express': 'https://www.dhl.com/global-en/home/tracking.html?tracking-id={number}',
  DPD: 'https://tracking.dpd.de/status/en_US/parcel/{number}',
  'DPD UK': 'https://track.dpd.co.uk/search?reference={number}',
  Evri: 'https://www.evri.com/track/parcel/{number}',
  FedEx: 'https://www.fedex.com/fedextrack/?trknbr={number}',
  GLS: 'https://gls-group.com/track/{number}',
  'Mondial Relay': 'https://www.mondialrelay.fr/suivi-de-colis?numeroExpedition={number}',
  Packeta: 'https://tracking.packeta.com/en/{number}',
  'Poste Italiane': 'https://www.poste.it/cerca/index.html#/risultati-spedizioni/{number}',
  PostNL: 'https://jouw.postnl.nl/track-and-trace/{number}',
  'PostNord SE': 'https://tracking.postnord.com/se/?id={number}',
  'Royal Mail': 'https://www.royalmail.com/track-your-item#/tracking-results/{number}',
  'Swiss Post': 'https://service.post.ch/ekp-web/ui/entry/search/{number}',
  TNT: 'https://www.tnt.com/express/en_gc/site/shipping-tools/tracking.html?searchType=con&cons={number}',
  UPS: 'https://www.ups.com/track?tracknum={number}',
  USPS: 'https://tools.usps.com/go/TrackConfirmAction?tLabels={number}',
} as const satisfies Record<string, string>;

/** The carriers to choose from, in the order of their names; another one is OTHER_CARRIER. */
export const CARRIERS = Object.keys(TRACKING_PAGES) as readonly string[];

const pageOf = new Map(Object.entries(TRACKING_PAGES).map(([name, page]) => [name.toLowerCase(), page as string]));

/** Where a fulfillment is followed: the address that the store states, else the carrier's own page for the number, else nowhere. */
export function trackingAddress(fulfillment: {
  carrier: string | null;
  tracking: string | null;
  url: string | null;
}): string | null {
  if (fulfillment.url !== null) return isWebAddress(fulfillment.url) ? fulfillment.url : null;
  const page = pageOf.get(fulfillment.carrier?.trim().toLowerCase() ?? '');
  const number = fulfillment.tracking?.replaceAll(/\s/g, '') ?? '';
  return page === undefined || number === '' ? null : page.replace('{number}', encodeURIComponent(number));
}

/** Whether a text is an address that a browser may be sent to. */
export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
