import { useQuery } from '@tanstack/react-query';
import { fileSpaceQuery } from '@/api/files';
import { limitsQuery } from '@/api/limits';
import type { Organization } from '@/api/types';
import { usedText } from '@/lib/room';
import { Fact, Facts } from '@/ui/Facts';

/** How much the organization has of what it can have only so much of. */
export function Limits({ organization: { id, feature_settings } }: { organization: Organization }) {
  const { data: limits } = useQuery(limitsQuery(id));
  const { data: space } = useQuery(fileSpaceQuery(id));
  if (!limits || !space) return null;
  const { meters, meter_clauses, webhook_endpoints, tax_rates } = limits;
  const counted = [
    ...(feature_settings.usage_based_billing_enabled
      ? ([
          ['Meters', meters],
          ['Conditions in the filters of all meters', meter_clauses],
        ] as const)
      : []),
    ['Webhook endpoints', webhook_endpoints],
    ['Current tax rates', tax_rates],
  ] as const;
  return (
    <section aria-labelledby="limits" className="mt-12 grid max-w-form gap-4 border-t border-line pt-5">
      <div>
        <h2 id="limits" className="text-lead font-semibold">
          Limits
        </h2>
        <p className="text-soft">How much is used of what an organization can have.</p>
      </div>
      <Facts>
        {counted.map(
          ([term, use]) =>
            use && (
              <Fact key={term} term={term} figures>
                {usedText(use)}
              </Fact>
            ),
        )}
        <Fact term="Files" figures>
          {space.used_readable} of {space.allowed_readable}
        </Fact>
      </Facts>
    </section>
  );
}
