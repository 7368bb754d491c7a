import { describe, expect, it } from '@jest/globals';
import type { Organization } from '@/api/types';
import { changeOf, fieldsOf } from '@/features/settings/settings-form';

const organization = {
  name: 'Acme',
  slug: 'acme',
  email: null,
  website: 'https://acme.example',
  avatar_url: null,
  time_zone: 'Europe/Berlin',
  currency: 'eur',
  socials: [],
  invoice_settings: { legal_name: null, address: '1 Road\nBerlin', tax_id: 'DE1', email: null, footer: null },
} as unknown as Organization;

describe('the settings', () => {
  it('are one form with what invoices say and the colour', () => {
    expect(fieldsOf(organization, '#1f5c46')).toMatchObject({
      ...{ email: '', website: 'https://acme.example', accent_color: '#1f5c46' },
      invoice_settings: { legal_name: '', address: '1 Road\nBerlin', tax_id: 'DE1', email: '', footer: '' },
    });
    expect(fieldsOf(organization, null).accent_color).toBe('');
  });

  it('are sent as they were read, but for what was typed', () => {
    const fields = fieldsOf(organization, null);
    const { name, email, website, avatar_url, time_zone, currency, socials, invoice_settings } = organization;
    const same = { name, email, website, avatar_url, time_zone, currency, socials, invoice_settings };
    expect(changeOf(fields)).toEqual(expect.objectContaining(same));
    expect(changeOf(fields)).not.toHaveProperty('slug');
    expect(changeOf(fields)).not.toHaveProperty('accent_color');
    const typed = { ...fields, invoice_settings: { ...fields.invoice_settings, tax_id: ' ', footer: ' IBAN ' } };
    expect(changeOf(typed).invoice_settings).toMatchObject({ tax_id: null, footer: 'IBAN' });
  });
});
