import { useQuery } from '@tanstack/react-query';
import { namedFieldsQuery } from '@/api/custom-fields';
import { fieldLabel, valueWords, type FieldValue } from '@/lib/custom-fields';
import { Fact, Facts, Section } from '@/ui/Facts';

interface CustomFieldFactsProps {
  organizationId: string;
  /** What a buyer has entered, by slug. */
  data: Record<string, FieldValue>;
}

/** What a buyer has entered, by the names of the fields, whether or not a product still asks for them; a deleted one is named by its slug. */
export function CustomFieldFacts({ organizationId, data }: CustomFieldFactsProps) {
  const slugs = Object.keys(data);
  const { data: fields, isPending } = useQuery(namedFieldsQuery(organizationId, slugs));
  if (slugs.length === 0 || isPending) return null;
  return (
    <Section title="Custom fields">
      <Facts>
        {slugs.map((slug) => {
          const field = fields?.find((one) => one.slug === slug);
          return (
            <Fact key={slug} term={field ? fieldLabel(field) : slug}>
              {valueWords(field, data[slug]!)}
            </Fact>
          );
        })}
      </Facts>
    </Section>
  );
}
