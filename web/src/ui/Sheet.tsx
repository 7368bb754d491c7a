import type { ReactNode } from 'react';
import { SkipLink } from './SkipLink';

/** A page outside every organization: one narrow column. */
export function Sheet({ children, foot }: { children: ReactNode; foot?: ReactNode }) {
  return (
    <div className="grid min-h-[calc(100dvh-var(--bar))] grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr_auto] px-4">
      <SkipLink />
      <header className="mx-auto w-full max-w-[26rem] pt-[max(6vh,24px)] pb-8">
        <Wordmark />
      </header>
      <main id="content" tabIndex={-1} className="mx-auto w-full max-w-[26rem] pb-16 outline-none">
        {children}
      </main>
      {foot && <footer className="mx-auto w-full max-w-[26rem] pb-6">{foot}</footer>}
    </div>
  );
}

export function Wordmark() {
  return (
    <span className="inline-flex items-center gap-2 font-semibold tracking-[-0.01em]">
      <img src="/favicon.svg" alt="" width={20} height={20} />
      Tillbook
    </span>
  );
}
