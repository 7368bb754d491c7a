import { Link, type LinkProps } from '@tanstack/react-router';

interface TabsProps {
  /** What the pages have in common: "API access". */
  label: string;
  tabs: readonly { label: string; link: LinkProps }[];
}

/** Links between pages that belong together, above their heads. */
export function Tabs({ label, tabs }: TabsProps) {
  return (
    <nav aria-label={label} className="mb-5 flex flex-wrap gap-x-5 border-b border-line">
      {tabs.map((tab) => (
        <Link
          key={tab.label}
          {...tab.link}
          activeOptions={{ includeSearch: false }}
          className="-mb-px flex h-9 items-center border-b-2 border-transparent text-soft hover:text-ink data-[status=active]:border-green data-[status=active]:font-medium data-[status=active]:text-ink pointer-coarse:h-11"
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
