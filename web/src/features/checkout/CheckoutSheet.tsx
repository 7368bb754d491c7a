import type { ReactNode } from 'react';
import type { CheckoutPublic } from '@/api/types';
import { SkipLink } from '@/ui/SkipLink';
import { Seller } from './Seller';

interface CheckoutSheetProps {
  checkout: CheckoutPublic;
  /** What is bought. */
  children: ReactNode;
  /** Shown beside it; on a phone, below it. */
  side: ReactNode;
}

export function CheckoutSheet({ checkout, children, side }: CheckoutSheetProps) {
  return (
    <div data-framed={window.top !== window || undefined} className="min-h-dvh">
      <SkipLink />
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto grid max-w-[60rem] gap-x-16 gap-y-8 px-4 pt-6 pb-16 outline-none sm:px-8 md:grid-cols-[minmax(0,1fr)_minmax(0,26rem)] md:pt-16"
      >
        <div className="min-w-0">
          <Seller organization={checkout.organization} />
          {children}
        </div>
        <div className="min-w-0 md:pt-13">{side}</div>
      </main>
    </div>
  );
}
