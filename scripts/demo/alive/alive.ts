// The demo that `npm run demo` shows: every feature is on and in use. What happens when, in four moments of its ninety days.
import { askApplicants } from '../demo-beginnings.ts';
import type { DemoClient } from '../demo-client.ts';
import { listCatalogue } from './catalogue.ts';
import {
  addScheduledImport,
  addWebhooks,
  connectOwnStore,
  connectSheet,
  connectWooStore,
  makeApiKey,
  shipFromOwnStore,
} from './connections.ts';
import { askQuestions, holdConversations, saveReplies, subscribeReaders, writeLetters } from './conversations.ts';
import { makeDiscounts } from './discounts.ts';
import { setDisplayCurrencies, switchFeaturesOn } from './features.ts';
import { importTable } from './imports.ts';
import { buyLabels, openLabels } from './labels.ts';
import { sellMemberships } from './memberships.ts';
import { makeOfferThatExpires, makeOpenOffers, settleOffers } from './offers.ts';
import { approvePayoutMethods, changeBankAccount, connectProviders, registerPayoutMethods } from './payout-methods.ts';
import { askForApproval, lockPaypalAccount, payEveryTuesday } from './payouts.ts';
import { inviteNewcomers, inviteTeams, makeVendorPages, takeHolidays } from './people.ts';
import { changeLiveProduct, commentOnProducts, specifyProducts, translateProducts } from './products.ts';
import { askReturns } from './returns.ts';
import {
  askForPersonalData,
  checkForeignCommissions,
  compareBooks,
  receiveUnreadableRefund,
  suppressAddress,
  transferByHand,
} from './issues.ts';
import { openWorld, type Vendor } from './world.ts';

/** The first day: features, keys, payout methods and memberships, then what the vendors set up for themselves. */
export async function openMarketplace(client: DemoClient, vendors: readonly Vendor[]): Promise<void> {
  const world = await openWorld(client, vendors);
  await switchFeaturesOn(world);
  await askApplicants(client, { onPages: true });
  await connectProviders(world);
  await sellMemberships(world);
  await Promise.all([
    registerPayoutMethods(world),
    setDisplayCurrencies(world),
    makeDiscounts(world),
    openLabels(world),
    makeVendorPages(world),
    saveReplies(world),
  ]);
  await approvePayoutMethods(world);
  await world.settle();
}

/** Two weeks ago: what needs days to take its course. */
export async function liveTwoWeeksAgo(client: DemoClient, vendors: readonly Vendor[]): Promise<void> {
  const world = await openWorld(client, vendors);
  await Promise.all([
    makeOfferThatExpires(world),
    transferByHand(world),
    receiveUnreadableRefund(world),
    inviteTeams(world),
    makeApiKey(world),
    addWebhooks(world),
    addScheduledImport(world),
    payEveryTuesday(world),
    askForPersonalData(world),
    suppressAddress(world),
    specifyProducts(world),
    subscribeReaders(world),
  ]);
}

/** Last week: what was asked, answered, bought, connected and imported. */
export async function liveLastWeek(client: DemoClient, vendors: readonly Vendor[]): Promise<void> {
  const world = await openWorld(client, vendors);
  await Promise.all([
    settleOffers(world),
    holdConversations(world),
    buyLabels(world),
    listCatalogue(world),
    connectSheet(world),
    connectOwnStore(world),
    connectWooStore(world),
    importTable(world),
    translateProducts(world),
    lockPaypalAccount(world),
  ]);
  await world.settle();
}

/** Today: what waits for somebody. */
export async function liveToday(client: DemoClient, vendors: readonly Vendor[]): Promise<void> {
  const world = await openWorld(client, vendors);
  await Promise.all([
    makeOpenOffers(world),
    askQuestions(world),
    writeLetters(world),
    takeHolidays(world),
    askReturns(world),
    commentOnProducts(world),
    changeLiveProduct(world),
    askForApproval(world),
    shipFromOwnStore(world),
  ]);
  await Promise.all([changeBankAccount(world), inviteNewcomers(world), checkForeignCommissions(world)]);
  await world.settle();
  await compareBooks(world);
}
