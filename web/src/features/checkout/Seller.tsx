import type { CheckoutPublic } from '@/api/types';
import { SellerMark } from './SellerMark';

type Organization = CheckoutPublic['organization'];

export function Seller({ organization }: { organization: Organization }) {
  return (
    <p className="mb-6 flex items-center gap-2 font-semibold">
      <SellerMark organization={organization} />
    </p>
  );
}

/** How to reach the seller, in a sentence: "write to …". */
export function Contact({ organization: { name, email } }: { organization: Organization }) {
  if (!email) return <>ask {name}</>;
  return (
    <>
      write to{' '}
      <a href={`mailto:${email}`} className="link">
        {email}
      </a>
    </>
  );
}
