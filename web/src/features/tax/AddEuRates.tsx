import { useQuery } from '@tanstack/react-query';
import { everyTaxRateQuery, useAddTaxRate } from '@/api/tax';
import { countryName } from '@/lib/countries';
import { EU_VAT_AS_OF, euVat, withoutRate } from '@/lib/eu-vat';
import { plural } from '@/lib/format';
import { day } from '@/lib/time';
import { announce } from '@/ui/Announcer';
import { Confirm } from '@/ui/Confirm';

interface AddEuRatesProps {
  organizationId: string;
  today: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Adds the standard VAT rate of each member state of the EU that has no rate yet. */
export function AddEuRates({ organizationId, today, open, onOpenChange }: AddEuRatesProps) {
  const { data: rates } = useQuery({ ...everyTaxRateQuery(organizationId, today), enabled: open });
  const add = useAddTaxRate(organizationId);
  const missing = rates && withoutRate(rates);
  const list = missing?.map((country) => `${countryName(country)} ${euVat[country]}%`).join(', ');
  return (
    <Confirm
      open={open && missing !== undefined}
      onOpenChange={onOpenChange}
      title={missing?.length === 0 ? 'Every country of the EU has a rate' : 'Add the VAT rates of the EU?'}
      description={
        missing?.length === 0
          ? 'There is nothing to add.'
          : `Standard rates as of ${day(EU_VAT_AS_OF)}, of the countries without a rate: ${list}. They apply from today; businesses with a tax id of another country owe them themselves. Check that they are right for what you sell, and end those where you need not collect tax.`
      }
      action={missing?.length === 0 ? 'Close' : `Add ${plural(missing?.length ?? 0, 'rate')}`}
      busy="Adding"
      onConfirm={async () => {
        for (const country of missing ?? [])
          await add.mutateAsync({
            country: country as never,
            state: null,
            name: 'VAT',
            percent: euVat[country]!,
            applies_to_businesses: false,
            starts_on: null,
          });
        if (missing && missing.length > 0) announce(`${plural(missing.length, 'rate')} of the EU were added`);
      }}
    />
  );
}
