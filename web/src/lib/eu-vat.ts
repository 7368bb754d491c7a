/**
 * The standard VAT rate of each member state of the EU, in percent, as of this day
 * (https://europa.eu/youreurope/business/taxation/vat/vat-rules-rates/).
 */
export const EU_VAT_AS_OF = '2025-08-01';

export const euVat: Readonly<Record<string, string>> = {
  ...{ AT: '20', BE: '21', BG: '20', CY: '19', CZ: '21', DE: '19', DK: '25', EE: '24', ES: '21' },
  ...{ FI: '25.5', FR: '20', GR: '24', HR: '25', HU: '27', IE: '23', IT: '22', LT: '21', LU: '17' },
  ...{ LV: '21', MT: '18', NL: '21', PL: '23', PT: '23', RO: '21', SE: '25', SI: '22', SK: '23' },
};

export function isInEu(country: string): boolean {
  return Object.hasOwn(euVat, country);
}

/** The member states that have no rate of the whole country yet. */
export function withoutRate(rates: readonly { country: string; state: string | null }[]): string[] {
  const taxed = new Set(rates.filter(({ state }) => state === null).map(({ country }) => country));
  return Object.keys(euVat).filter((country) => !taxed.has(country));
}
