import type { CheckoutPublic } from '@/api/types';
import { initialsOf } from './words';

type Organization = CheckoutPublic['organization'];

/** The seller. Pictures from other sites are not loaded here, so that no third party learns who buys. */
export function Seller({ organization: { name } }: { organization: Organization }) {
  return (
    <p className="mb-6 flex items-center gap-2 font-semibold">
      <span
        aria-hidden="true"
        className="grid size-7 shrink-0 place-items-center rounded-control border border-edge bg-slip text-note text-soft"
      >
        {initialsOf(name)}
      </span>
      {name}
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
