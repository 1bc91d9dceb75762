import { Button, Text } from '@shopify/polaris';
import { Suspense, useState } from 'react';
import type { MoneyDto } from '#app/core/dto.ts';
import { lazyPart } from '#app/ui/i18n/load-part.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useWhen } from '#app/ui/time/when.tsx';
import type { BankAccountDto } from '../bank-account/bank-account.contract.ts';

const BankAccountDialog = lazyPart(async () => (await import('./bank-account-dialog.tsx')).BankAccountDialog);

type BankAccountLineProps = {
  vendorId: string;
  vendor: string;
  account: BankAccountDto;
  /** What is to be transferred, to be copied beside the account. */
  amount?: MoneyDto;
};

/** A vendor's account in one line, for those who pay it manually; its number is fetched when it is asked for. */
export function BankAccountLine({ vendorId, vendor, account, amount }: BankAccountLineProps) {
  const t = useText();
  const when = useWhen();
  const [isOpen, setIsOpen] = useState(false);
  const name = t('bankAccounts:transferTo', { account: account.masked });
  if (account.waitsForApproval || account.heldUntil)
    return (
      <Text as="span" variant="bodySm" tone="caution">
        {account.waitsForApproval
          ? t('bankAccounts:lineWaits', { lastFour: account.lastFour, name: vendor })
          : t('bankAccounts:lineHeld', { lastFour: account.lastFour, when: when(account.heldUntil ?? '', 'long') })}
      </Text>
    );
  return (
    <>
      <span>
        <Button
          variant="plain"
          textAlign="left"
          onClick={() => {
            setIsOpen(true);
          }}
        >
          {name}
        </Button>
      </span>
      {isOpen ? (
        <Suspense fallback={null}>
          <BankAccountDialog
            vendorId={vendorId}
            vendor={vendor}
            {...(amount ? { amount } : {})}
            onClose={() => {
              setIsOpen(false);
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}
