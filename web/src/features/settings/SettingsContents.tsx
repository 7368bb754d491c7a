import { anchorOf } from '@/ui/Form';

const SECTIONS = [
  { title: 'Links' },
  { title: 'Accent color', reserved: true },
  { title: 'Payments' },
  { title: 'Invoices' },
  { title: 'Subscriptions' },
  { title: 'Mails to customers' },
  { title: 'Features' },
  { title: 'Discord and GitHub', at: 'connections', reserved: true },
  { title: 'About the business', at: 'business', reserved: true },
  { title: 'Limits', at: 'limits' },
  { title: 'Danger zone', at: 'danger' },
] as const;

/** Leads to the sections of a long page. */
export function SettingsContents({ mayChange }: { mayChange: boolean }) {
  return (
    <nav aria-label="Sections" className="mb-6 flex flex-wrap gap-x-4 gap-y-1 border-y border-line py-2">
      {SECTIONS.filter((section) => mayChange || !('reserved' in section)).map((section) => (
        <a key={section.title} href={`#${'at' in section ? section.at : anchorOf(section.title)}`} className="link">
          {section.title}
        </a>
      ))}
    </nav>
  );
}
