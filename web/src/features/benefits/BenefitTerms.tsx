import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { benefitFilesQuery } from '@/api/benefits';
import { meterQuery } from '@/api/meters';
import type { Benefit } from '@/api/types';
import { ABSENT, count, text } from '@/lib/format';
import { Fact } from '@/ui/Facts';
import { Markdown } from '@/ui/Markdown';
import { StatusMark } from '@/ui/StatusMark';
import { Id } from '@/ui/Value';
import { DiscordTerms, RepositoryTerms } from './RemoteTerms';
import { expiryWords } from './benefit-form';

/** What customers with the benefit get, by its type. */
export function BenefitTerms({ benefit, org }: { benefit: Benefit; org: string }) {
  if (benefit.type === 'custom')
    return <Fact term="Note">{benefit.properties.note ? <Markdown text={benefit.properties.note} /> : ABSENT}</Fact>;
  if (benefit.type === 'downloadables') return <Files benefit={benefit} />;
  if (benefit.type === 'discord') return <DiscordTerms benefit={benefit} />;
  if (benefit.type === 'github_repository') return <RepositoryTerms benefit={benefit} />;
  if (benefit.type === 'meter_credit') return <Credits {...{ benefit, org }} />;
  const { prefix, expires, activations, limit_usage } = benefit.properties;
  return (
    <>
      <Fact term="Prefix">{text(prefix)}</Fact>
      <Fact term="Expires">{expiryWords(expires)}</Fact>
      <Fact term="Activations">{activations ? `Up to ${activations.limit}` : 'None'}</Fact>
      <Fact term="Usage limit">{limit_usage ?? 'None'}</Fact>
    </>
  );
}

interface CreditsProps {
  benefit: Extract<Benefit, { type: 'meter_credit' }>;
  org: string;
}

function Credits({ benefit, org }: CreditsProps) {
  const { meter_id, units, rollover } = benefit.properties;
  const { data: meter } = useQuery(meterQuery(meter_id));
  return (
    <>
      <Fact term="Meter">
        {meter ? (
          <Link to="/$org/meters/$id" params={{ org, id: meter_id }} className="link">
            {meter.name}
          </Link>
        ) : (
          <Id id={meter_id} />
        )}
      </Fact>
      <Fact term="Units">{count(units)}</Fact>
      <Fact term="Unused units">{rollover ? 'Roll over to the next period' : 'Expire with the period'}</Fact>
    </>
  );
}

/** In the order in which customers see them. */
function Files({ benefit }: { benefit: Extract<Benefit, { type: 'downloadables' }> }) {
  const { data: files } = useQuery(benefitFilesQuery(benefit));
  const { archived } = benefit.properties;
  return (
    <Fact term="Files">
      {files?.length === 0 && 'All of them were deleted'}
      {files?.map(({ id, name, size_readable }) => (
        <span key={id} className="flex flex-wrap justify-between gap-x-4">
          <span className="min-w-0 break-words">
            {name} <span className="text-faint">{size_readable}</span>
          </span>
          {archived[id] && <StatusMark tone="off">Archived</StatusMark>}
        </span>
      ))}
    </Fact>
  );
}
