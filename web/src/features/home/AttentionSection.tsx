import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { attentionQuery } from '@/api/figures';
import type { Figures, Organization } from '@/api/types';
import { Section } from '@/ui/Facts';
import { Icon } from '@/ui/Icon';
import { ErrorState } from '@/ui/States';
import { StatusMark } from '@/ui/StatusMark';
import { attentionLines } from './attention';

/** Problems that need attention; each line opens its rows. */
export function AttentionSection({ organization, figures }: { organization: Organization; figures: Figures }) {
  const { data, error, refetch } = useQuery(attentionQuery(organization.id));
  const lines = data && attentionLines(organization.slug, figures, data);
  return (
    <Section title="Needs attention">
      {error && !data ? (
        <ErrorState title="" error={error} onRetry={() => void refetch()} />
      ) : lines?.length === 0 ? (
        <p className="border-t border-line py-2 text-soft">
          <StatusMark tone="good">Nothing needs attention</StatusMark>
        </p>
      ) : (
        <ul className="min-h-9 border-t border-ink">
          {lines?.map(({ tone, text, note, link }) => (
            <li key={text + note} className="border-b border-line">
              <Link
                {...link}
                className="flex min-h-9 items-center gap-x-3 px-2 py-1.5 hover:bg-shade focus-visible:outline-offset-0"
              >
                <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
                  <StatusMark tone={tone} className="!whitespace-normal">
                    {text}
                  </StatusMark>
                  <span className="text-soft">{note}</span>
                </span>
                <span className="text-faint">
                  <Icon name="right" size={12} />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
