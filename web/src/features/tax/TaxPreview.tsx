import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { taxPreviewQuery } from '@/api/tax';
import { countries } from '@/lib/countries';
import { amountIn, type TypedAmount } from '@/lib/amounts';
import { minorDigits } from '@/lib/currencies';
import { money } from '@/lib/format';
import { useSettled } from '@/lib/hooks';
import { placeLabel } from '@/lib/tax-words';
import { Fact, Facts, Section } from '@/ui/Facts';
import { Input, Select } from '@/ui/Field';
import { MoneyInput } from '@/ui/MoneyInput';
import { ErrorState } from '@/ui/States';
import { statesOf } from './states';

const UNITS = 100;

/** What a buyer would pay today, by the calculator that sales are taxed by. */
export function TaxPreview({ organizationId, currency }: { organizationId: string; currency: string }) {
  const [country, setCountry] = useState('');
  const [state, setState] = useState('');
  const [taxId, setTaxId] = useState('');
  const [amount, setAmount] = useState<TypedAmount>(UNITS * 10 ** minorDigits(currency));
  const { settle } = useSettled((typed: string) => setTaxId(typed.trim()), 250);
  const buyer = { country, state, taxId, amount: amountIn(amount) ?? 0, currency };
  const query = useQuery({
    ...taxPreviewQuery(organizationId, buyer),
    enabled: country !== '' && amountIn(amount) !== null,
  });
  const states = statesOf(country);
  const bill = country === '' ? undefined : query.data;
  return (
    <Section title="What would a buyer pay?">
      <div className="grid gap-4 border-t border-line pt-3">
        <div className="grid gap-4 sm:grid-cols-2">
          <Select
            label="Buyer’s country"
            value={country}
            onChange={({ target }) => {
              setCountry(target.value);
              setState('');
            }}
          >
            <option value="">Choose a country</option>
            {countries.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Select>
          {states.length > 0 && (
            <Select label="State or province" value={state} onChange={({ target }) => setState(target.value)}>
              <option value="">Not known</option>
              {states.map((one) => (
                <option key={one} value={`${country}-${one}`}>
                  {one}
                </option>
              ))}
            </Select>
          )}
          <MoneyInput label="Price" currency={currency} value={amount} onChange={setAmount} />
          <Input
            label="Tax id of a business"
            optional
            maxLength={100}
            autoComplete="off"
            onChange={({ target }) => settle(target.value)}
          />
        </div>
        {query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
        {bill && !query.error && (
          <div aria-live="polite">
            {bill.needs_state && <p className="pb-2 text-soft">The tax depends on the state: choose one.</p>}
            {bill.reverse_charge && (
              <p className="pb-2 text-soft">Reverse charge: the business owes the tax to its own state.</p>
            )}
            <Facts>
              <Fact term="Net" figures>
                {money(bill.net_amount, bill.currency)}
              </Fact>
              {bill.rates.map((rate) => (
                <Fact
                  key={`${rate.name} ${rate.state ?? ''} ${rate.percent}`}
                  term={`${rate.name} ${rate.percent}%, ${placeLabel(rate)}`}
                  figures
                >
                  {money(rate.amount, bill.currency)}
                </Fact>
              ))}
              {bill.rates.length === 0 && !bill.needs_state && (
                <Fact term="No tax" figures>
                  {money(0, bill.currency)}
                </Fact>
              )}
              <Fact term="Total" figures total>
                {money(bill.total_amount, bill.currency)}
              </Fact>
            </Facts>
          </div>
        )}
      </div>
    </Section>
  );
}
