import { expect } from 'vitest';
import { createThreadToken } from '#app/features/messages/conversations/thread-link.server.ts';
import { api, program } from '#tests/support/program.ts';
import { nextNumber } from './numbers.ts';
import type { BuiltUser } from './people.ts';
import type { BuiltStore, BuiltVendor } from './stores.ts';

export async function switchConversations(admin: BuiltUser, enabled: boolean): Promise<void> {
  const answer = await api(admin).patch('/app/info/features', { features: { messages: { enabled } } });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

/** A conversation with one message of its buyer as it stands in the database, without anybody having written. */
export async function buildConversation(
  vendor: BuiltVendor,
  o: { email?: string; text?: string; isMarketplace?: boolean; at?: Date } = {},
): Promise<{ id: bigint; messageId: bigint; email: string }> {
  const at = o.at ?? program().clock.now();
  const number = nextNumber();
  const email = o.email ?? `buyer-${number}@buyers.test`;
  const shared = { storeId: vendor.store.id, vendorId: vendor.id };
  const text = o.text ?? `Is kettle ${number} in stock?`;
  const sender = o.isMarketplace ? 'admin' : 'buyer';
  const { id } = await program().owner.conversation.create({
    data: {
      ...shared,
      ...(o.isMarketplace
        ? { buyerKey: 'marketplace', subject: 'vendor', buyerName: '' }
        : { buyerKey: `email:${email}`, subject: `product:${number}`, buyerName: 'Ada', email }),
      locale: 'en',
      lastMessage: text,
      lastSender: sender,
      lastMessageAt: at,
      createdAt: at,
      ...(o.isMarketplace ? {} : { productId: BigInt(number), productTitle: `Kettle ${number}` }),
    },
  });
  const message = await program().owner.conversationMessage.create({
    data: { ...shared, conversationId: id, sender, text, createdAt: at },
  });
  await program().owner.conversation.update({
    where: { id },
    data: { [`${sender}WroteId`]: message.id, [`${sender}ReadId`]: message.id },
  });
  return { id, messageId: message.id, email };
}

/** The token of the link that a buyer's mail carries. */
export function threadToken(store: BuiltStore, id: bigint | string, generation = 1): string {
  return createThreadToken(program().container.services, {
    id: BigInt(id),
    storeId: store.id,
    generation,
    isProven: true,
  });
}
