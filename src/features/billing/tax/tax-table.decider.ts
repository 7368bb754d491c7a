import { InvalidInput, NotFound } from '../../../kernel/errors.ts';
import { dayOf, type Instant } from '../../../kernel/ports/clock.ts';
import type { IntentOf } from '../../../kernel/writing/command.ts';
import type { Decider } from '../../../kernel/writing/decider.ts';
import { EDITS_PER_DAY } from '../../../kernel/writing/edit-limit.ts';
import type { AddTaxRate, ChangeTaxOrigin, EndTaxRate } from './tax-table.commands.ts';
import type { Day, TaxTableEvent } from './tax-table.events.ts';
import { currentRates, type TableRate, type TaxTable } from './tax-table.rules.ts';
import { fullOf, LIMITS } from '../../../limits.ts';

type TaxTableIntent = IntentOf<AddTaxRate | EndTaxRate | ChangeTaxOrigin>;

const RATES = LIMITS.organization.currentTaxRates;

/** What an organization adds to its bills, and where (docs/BILLING.md#tax). */
export const taxTableDecider: Decider<TaxTableIntent, TaxTable, TaxTableEvent> = {
  category: 'taxtable',
  initial: { origin: null, rates: [] },
  // A rate can always be ended.
  edits: { types: ['TaxRateAdded', 'TaxOriginChanged'], perDay: EDITS_PER_DAY },

  decide({ type, data, now }, table) {
    switch (type) {
      case 'AddTaxRate':
        return add(data, table, now);
      case 'EndTaxRate':
        return end(data, table, dayOf(now));
      case 'ChangeTaxOrigin':
        return data.country === table.origin ? [] : [{ type: 'TaxOriginChanged', data }];
    }
  },

  evolve(table, { type, data }) {
    switch (type) {
      case 'TaxRateAdded': {
        const { organizationId: _, ...rate } = data;
        return { ...table, rates: [...table.rates, { ...rate, endsOn: null }] };
      }
      case 'TaxRateEnded': {
        const { taxRateId, endsOn } = data;
        return {
          ...table,
          rates: table.rates.map((rate) => (rate.taxRateId === taxRateId ? { ...rate, endsOn } : rate)),
        };
      }
      case 'TaxOriginChanged':
        return { ...table, origin: data.country };
    }
  },
};

function add({ startsOn, ...data }: AddTaxRate['data'], table: TaxTable, now: Instant): TaxTableEvent[] {
  const { rates } = table;
  if (rates.some(({ taxRateId }) => taxRateId === data.taxRateId)) return [];
  const today = dayOf(now);
  const first = startsOn ?? today;
  refusePast('starts_on', first, today);
  const same = rates.find((rate) => isSame(rate, data) && (rate.endsOn === null || rate.endsOn > first));
  if (same)
    throw InvalidInput.at('body.name', `This place has a rate of that name from ${same.startsOn}. End that one first.`);
  if (currentRates(table, today).length >= RATES.most)
    throw InvalidInput.at('body', fullOf(RATES, 'end one that is no longer used'), 'too_long');
  return [{ type: 'TaxRateAdded', data: { ...data, startsOn: first } }];
}

/** A rate that begins after this one may be the next of that name. */
function isSame(rate: TableRate, { country, state, name }: Pick<TableRate, 'country' | 'state' | 'name'>): boolean {
  return rate.country === country && rate.state === state && rate.name.toLowerCase() === name.toLowerCase();
}

function end({ endsOn, ...data }: EndTaxRate['data'], { rates }: TaxTable, today: Day): TaxTableEvent[] {
  const rate = rates.find(({ taxRateId }) => taxRateId === data.taxRateId);
  if (!rate) throw new NotFound();
  const last = endsOn ?? (rate.startsOn > today ? rate.startsOn : today);
  if (last === rate.endsOn) return [];
  if (rate.endsOn !== null) throw InvalidInput.at('body.ends_on', `It ends on ${rate.endsOn} already.`);
  refusePast('ends_on', last, today);
  if (last < rate.startsOn) throw InvalidInput.at('body.ends_on', `It begins on ${rate.startsOn}.`);
  return [{ type: 'TaxRateEnded', data: { ...data, endsOn: last } }];
}

/** Earlier sales are not taxed again. */
function refusePast(field: string, day: Day, today: Day): void {
  if (day < today)
    throw InvalidInput.at(`body.${field}`, `Choose ${today} (UTC) or a later day: past sales stay as they are.`);
}
