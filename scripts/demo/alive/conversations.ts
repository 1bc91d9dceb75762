import sharp from 'sharp';
import { drawPicture } from '#sandbox/seed/picture.ts';
import type { DemoWorld, OnSale, Vendor } from './world.ts';

type Started = { conversationId: string; token: string | null };
type Opened = { opened: { messages: { id: string }[] } | null };

/** Who writes, about which product of whom, what is said in turns (the buyer begins), and whether the vendor has read the last. */
const TALKS = [
  {
    buyer: ['Ingrid', 'ingrid.solberg@buyers.test'],
    vendor: 'Nordlys',
    turns: [
      'Hello! Can the glaze of this one go into the dishwasher?',
      'Yes, it is fired twice. Ours have been in and out for eleven years.',
      'Wonderful, then I take four. Thank you!',
    ],
    isRead: true,
  },
  {
    buyer: ['Jonas', 'jonas.weber@buyers.test'],
    vendor: 'Lumen',
    turns: ['Passt in die Leuchte auch eine Birne mit 60 Watt?', 'Ja, bis 75 Watt. Wir legen gern eine bei.'],
    isRead: true,
  },
  {
    buyer: ['Sanne', 'sanne.devries@buyers.test'],
    vendor: 'Fjell',
    turns: ['I am between S and M. Does it shrink in the wash?'],
    isRead: false,
  },
  {
    buyer: ['Amara', 'amara.diallo@buyers.test'],
    vendor: 'Granite',
    turns: ['Do you ship whole beans to New York, and how old are they when they arrive?'],
    isRead: false,
  },
  {
    buyer: ['Owen', 'owen.price@buyers.test'],
    vendor: 'Birk',
    turns: [
      'This is the corner that the table is for. Will 45 cm be too wide?',
      'What a lovely window! Take the birch one: we can cut it to 42 cm at no cost.',
    ],
    isRead: true,
    withPicture: true,
  },
  {
    buyer: ['Spring deals', 'deals@fast-copies.test'],
    vendor: 'Havn',
    turns: ['We can make your bags for a third of the price. Write to us outside of this shop.'],
    isRead: true,
    isReported: true,
  },
] as const;

type Talk = (typeof TALKS)[number];

/** Conversations of buyers with vendors that were read, one with a picture, one reported; and the marketplace's with two vendors. */
export async function holdConversations(world: DemoWorld): Promise<void> {
  const read = TALKS.filter(({ isRead }) => isRead);
  await Promise.all([...read.map((talk) => holdTalk(world, talk)), talkWithMarketplace(world)]);
}

/** Questions of buyers that nobody has read yet. */
export async function askQuestions(world: DemoWorld): Promise<void> {
  await Promise.all(TALKS.filter(({ isRead }) => !isRead).map((talk) => holdTalk(world, talk)));
}

async function holdTalk(world: DemoWorld, talk: Talk): Promise<void> {
  const vendor = world.vendor(talk.vendor);
  const product = world.productsOf(vendor)[1];
  const [name, email] = talk.buyer;
  const [first, ...others] = talk.turns;
  const { conversationId, token } = await world.call<Started>('visitor', 'POST', '/conversations/create', {
    email,
    name,
    productId: product?.id,
    text: first,
    ...('withPicture' in talk ? { image: await photograph(product) } : {}),
  });
  for (const [index, text] of others.entries()) {
    if (index % 2 === 0) await world.call(vendor, 'PUT', '/conversations/send', { conversationId, text });
    else await world.call('visitor', 'POST', '/conversations/update', { token, text });
  }
  if (talk.isRead) await readTalk(world, vendor, conversationId);
  if ('isReported' in talk) {
    const note = 'This is advertising, and they ask us to do business elsewhere.';
    await world.call(vendor, 'POST', '/moderate', { conversationId, action: 'report', note });
  }
}

async function readTalk(world: DemoWorld, vendor: Vendor, conversationId: string): Promise<void> {
  const { opened } = await world.call<Opened>(vendor, 'GET', `/conversations?conversationId=${conversationId}`);
  const messageId = opened?.messages.at(-1)?.id;
  if (messageId) await world.call(vendor, 'POST', '/conversations/read', { conversationId, messageId });
}

/** A picture as a buyer's telephone sends one, as a `data:` address. */
async function photograph(product: OnSale | undefined): Promise<string> {
  const drawn = Buffer.from(drawPicture(`corner-${product?.title ?? ''}`, 'My corner'));
  const jpeg = await sharp(drawn).resize(900).jpeg({ quality: 80 }).toBuffer();
  return `data:image/jpeg;base64,${jpeg.toString('base64')}`;
}

async function talkWithMarketplace(world: DemoWorld): Promise<void> {
  const text = 'Welcome to Fjord & Field! Your page is ready to be filled: a picture and three sentences are enough.';
  await world.call('admin', 'POST', '/chat-with-seller', { targetVendor: 'Papir Studio', text });
  await world.call('admin', 'POST', '/chat-with-seller', {
    targetVendor: 'Meadow Linen',
    text: 'Your towels are in our winter letter. Could you send us one more picture by Friday?',
  });
}

/** Answers that are written often, of a vendor and of the marketplace. */
export async function saveReplies(world: DemoWorld): Promise<void> {
  const save = (as: Vendor | 'admin', title: string, text: string): Promise<unknown> =>
    world.call(as, 'PUT', '/conversations/replies', { title, text });
  const nordlys = world.vendor('Nordlys');
  await save(nordlys, 'Dishwasher', 'Yes: everything of ours can go into the dishwasher and the oven.');
  await save(nordlys, 'Delivery time', 'We ship within two days. Within Europe it takes three to five more.');
  await save(
    'admin',
    'Where is my order?',
    'Each seller ships for itself, so an order can reach you in several packages.',
  );
}

const LETTERS = [
  [
    'marit@school.test',
    'Marit',
    '',
    'Do you sell vouchers? We are twelve colleagues and would like to give one together.',
  ],
  [
    'press@northern-living.test',
    'Aksel Berg',
    '',
    'We write about makers of the north. May we use two of your pictures?',
  ],
  ['lena@cafe.test', 'Lena', 'nordlys-ceramics', 'We open a café in spring. Do you make cups for forty guests?'],
  ['tom@buyers.test', 'Tom', 'lumen-workshop', 'The shade of my lamp broke. Can I order just that part?'],
] as const;

/** What visitors wrote by the contact form: to the marketplace and to vendors, the first one read. */
export async function writeLetters(world: DemoWorld): Promise<void> {
  for (const [email, name, vendor, message] of LETTERS) {
    const data = { email, name, message };
    await world.call('visitor', 'POST', '/message/contact-form', { data, ...(vendor ? { vendor } : {}) });
  }
  await world.settle();
  const { messages } = await world.call<{ messages: { id: string }[] }>('admin', 'GET', '/messages?for=marketplace');
  const oldest = messages.at(-1)?.id;
  if (oldest) await world.call('admin', 'PATCH', `/messages/${oldest}`, { read: true });
}

/** People who want to hear from the marketplace: some have confirmed it, one has left, one has not answered yet. */
export async function subscribeReaders(world: DemoWorld): Promise<void> {
  const names = ['ingrid.solberg', 'sanne.devries', 'lucia.marin', 'camille.laurent', 'noor.jansen'];
  const emails = names.map((name) => `${name}@buyers.test`);
  for (const email of emails) await world.call('visitor', 'POST', '/message/subscribe', { email });
  await world.settle();
  for (const email of emails.slice(0, -1)) {
    const token = await world.tokenMailedTo(email);
    await world.call('visitor', 'POST', '/message/subscription/confirm', { token });
  }
  await world.settle();
  const left = await world.tokenMailedTo(emails[0] ?? '');
  await world.call('visitor', 'POST', '/message/subscription/end', { token: left });
}
