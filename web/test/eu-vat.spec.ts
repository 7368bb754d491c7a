import { describe, expect, it } from '@jest/globals';
import { euVat, withoutRate } from '@/lib/eu-vat';
import { taxIdLabel, taxIdTypes } from '@/lib/tax-ids';

describe('the VAT rates of the EU', () => {
  it('are those of its 27 members, as percentages between the least that is allowed and Hungary’s', () => {
    expect(Object.keys(euVat)).toHaveLength(27);
    for (const [country, percent] of Object.entries(euVat)) {
      expect([country, percent]).toEqual([country, expect.stringMatching(/^\d{2}(\.\d)?$/)]);
      expect(Number(percent)).toBeGreaterThanOrEqual(15);
      expect(Number(percent)).toBeLessThanOrEqual(27);
    }
  });

  it('are missing where a country has none of its own: that of a region is none', () => {
    const rates = [
      { country: 'DE', state: null },
      { country: 'ES', state: 'ES-CN' },
      { country: 'US', state: null },
    ];
    const missing = withoutRate(rates);
    expect(missing).toHaveLength(26);
    expect(missing).toContain('ES');
    expect(missing).not.toContain('DE');
  });
});

describe('the kinds of tax ids', () => {
  it('are named by their country', () => {
    expect(['ad_nrt', 'ca_gst_hst', 'eu_vat', 'za_vat'].map(taxIdLabel)).toEqual([
      'Andorra NRT',
      'Canada GST HST',
      'EU VAT',
      'South Africa VAT',
    ]);
    expect(taxIdTypes.map(taxIdLabel).filter((label) => /^[A-Z]{2} /.test(label))).toEqual(['EU OSS VAT', 'EU VAT']);
  });
});
