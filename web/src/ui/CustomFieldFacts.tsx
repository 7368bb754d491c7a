import { fieldLabel, valueWords, type CustomFieldShape, type FieldValue } from '@/lib/custom-fields';
import { Fact, Facts, Section } from './Facts';

interface CustomFieldFactsProps {
  /** What a buyer has entered, by slug. */
  data: Record<string, FieldValue>;
  /** Those known by now; a deleted field is named by its slug. */
  fields: readonly CustomFieldShape[];
}

/** What a buyer has entered; nothing if they were asked for nothing. */
export function CustomFieldFacts({ data, fields }: CustomFieldFactsProps) {
  const entries = Object.entries(data);
  if (entries.length === 0) return null;
  const place = (slug: string) => fields.findIndex((field) => field.slug === slug);
  return (
    <Section title="Custom fields">
      <Facts>
        {entries
          .toSorted(([one], [other]) => place(one) - place(other))
          .map(([slug, value]) => {
            const field = fields.find((one) => one.slug === slug);
            return (
              <Fact key={slug} term={field ? fieldLabel(field) : slug}>
                {valueWords(field, value)}
              </Fact>
            );
          })}
      </Facts>
    </Section>
  );
}
