import type { BackgroundRemover } from '#app/adapters/background-removal/background-remover.server.ts';
import type { DnsReader } from '#app/adapters/dns/dns-reader.server.ts';
import type { FileStore } from '#app/adapters/files/file-store.server.ts';
import type { GoogleSheets } from '#app/adapters/google-sheets/google-sheets.server.ts';
import type { PdfPrinter } from '#app/adapters/pdf/pdf-printer.server.ts';
import type { Mailer } from '#app/adapters/mail/mailer.server.ts';
import type { OwnStore } from '#app/core/own-store.ts';
import type { FileFetcher } from '#app/adapters/web/file-fetcher.server.ts';
import type { WebClient } from '#app/adapters/web/web-client.server.ts';
import type { WebReader } from '#app/adapters/web/web-reader.server.ts';
import type { WebSender } from '#app/adapters/web/web-sender.server.ts';
import type { PaypalAdapter } from '#app/adapters/paypal/paypal.server.ts';
import type { ShippoAdapter } from '#app/adapters/shippo/shippo.server.ts';
import type { StripeAdapter } from '#app/adapters/stripe/stripe.server.ts';
import type { PlatformClient } from '#app/adapters/shopify/client.server.ts';
import type { CallPriority } from '#app/adapters/shopify/throttle.ts';
import type { SellerStore } from '#app/adapters/shopify/seller-store.server.ts';

/** The outside systems of the program, as features see them. */
export type Adapters = {
  /**
   * The Admin API of a store. Jobs (`background`, what is meant where nothing is said) wait for longer and leave a part of what the
   * platform allows to people. Throws store_uninstalled when the store gave us no access.
   */
  platform(shop: string, priority?: CallPriority): Promise<PlatformClient>;
  /** A vendor's own store on the platform. Throws shop_access_revoked where its access can no longer be renewed. */
  sellerStore(store: SellerStore): Promise<OwnStore>;
  mailer: Mailer;
  files: FileStore;
  /** Reads addresses that somebody typed, on the public internet only. */
  web: WebReader;
  /** Calls addresses that somebody typed, on the public internet only. */
  callbacks: WebSender;
  /** Speaks with servers whose address somebody typed, on the public internet only. */
  webClient: WebClient;
  /** Fetches files from addresses that somebody typed, on the public internet only. */
  fetcher: FileFetcher;
  /** TXT records of the DNS. */
  dns: DnsReader;
  backgrounds: BackgroundRemover;
  pdf: PdfPrinter;
  /** By which vendors are paid, each with a store's own key. Both throw ProviderProblem. */
  stripe: StripeAdapter;
  paypal: PaypalAdapter;
  /** By which rates are quoted and labels bought, with a store's own key. Throws ShippoProblem. */
  shippo: ShippoAdapter;
  /** Vendors' spreadsheets, with the program's own service account. Throws SheetsProblem. */
  sheets: GoogleSheets;
};
