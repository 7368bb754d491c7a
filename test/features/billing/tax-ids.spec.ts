import { describe, expect, it } from '@jest/globals';
import { TaxIDFormat } from '@polar-sh/sdk/models/components/taxidformat.js';
import {
  EU_COUNTRIES,
  isTaxId,
  isVatNumberOf,
  taxIdError,
  TAX_ID_FORMATS,
  taxIdFormat,
  taxIdOf,
  taxNumberError,
} from '../../../src/features/billing/tax-id.ts';
import { taxIdTypes, taxIdTypesOf } from '../../../web/src/lib/tax-ids.ts';

/** Valid ones as people write them, then invalid ones: too short, of another country, or with a wrong check digit. */
const EXAMPLES: Readonly<Record<string, [valid: string[], invalid: string[]]>> = {
  ad_nrt: [['A-123456-Z'], ['123456-Z']],
  ae_trn: [['123456789012345'], ['12345678901234']],
  ar_cuit: [['20-12345678-6', '30-50001091-2'], ['20-12345678-5']],
  au_abn: [['51 824 753 556'], ['51 824 753 557', '01824753556']],
  au_arn: [['123456789123'], ['12345678912']],
  bg_uic: [['123456789'], ['12345678']],
  bh_vat: [['123456789012345'], ['BH123456789012']],
  bo_tin: [['123456789'], ['12']],
  br_cnpj: [
    ['11.222.333/0001-81', '12.ABC.345/01DE-35'],
    ['11.222.333/0001-82', '00.000.000/0000-00'],
  ],
  br_cpf: [['123.456.789-09'], ['123.456.789-00', '111.111.111-11']],
  ca_bn: [['123026635'], ['123026634']],
  ca_gst_hst: [['12302 6635 RT0001'], ['123026635RC0001', '123026634RT0001']],
  ca_pst_bc: [['PST-1234-5678'], ['12345678']],
  ca_pst_mb: [['123456-7'], ['123456']],
  ca_pst_sk: [['1234567'], ['12345678']],
  ca_qst: [['1234567890TQ1234'], ['1234567890RT1234']],
  ch_uid: [
    ['CHE-100.155.212', 'CHE100155212HR'],
    ['CHE-100.155.213', 'CHF-100.155.212'],
  ],
  ch_vat: [
    ['CHE-107.787.577 IVA', 'CHE-107.787.577 MWST'],
    ['CHE-107.787.578 IVA', '107.787.577'],
  ],
  cl_tin: [['12.345.678-5', '76086428-5'], ['12.345.678-K']],
  cn_tin: [['91350211M000100Y43', '123456789012345'], ['9135']],
  co_nit: [['213.123.432-1'], ['213.123']],
  cr_tin: [['3-101-999999'], ['3-101']],
  de_stn: [['181/815/08155', '2181815508155'], ['181/815']],
  do_rcn: [['1-01-85004-3', '123-4567890-1'], ['1-01']],
  ec_ruc: [['1792060346001'], ['179206034600']],
  eg_tin: [['123456789'], ['12345678']],
  es_cif: [
    ['J99216582', 'A13 585 625', '12345678Z', 'X1234567L'],
    ['J99216583', '12345678A', 'X1234567A'],
  ],
  eu_oss_vat: [['EU372022452', 'IM3720000224'], ['DE372022452']],
  eu_vat: [
    [
      'ATU13585627',
      'BE0403019261',
      'BG175074752',
      'CY10259033P',
      'CZ25123891',
      'DE136695976',
      'DE 123 456 788',
      'DK13585628',
      'EE100931558',
      'EL094259216',
      'GR 094259216',
      'ESA28015865',
      'ESX1234567L',
      'FI20774740',
      'FR40303265045',
      'FRK7399859412',
      'HR33392005961',
      'HU12892312',
      'IE6433435F',
      'IE8D79739I',
      'IT00743110157',
      'LT119511515',
      'LT100001919017',
      'LU15027442',
      'LV40003521600',
      'MT11679112',
      'NL004495445B01',
      'NL000099998B57',
      'PL8567346215',
      'PT501964843',
      'RO18547290',
      'SE123456789701',
      'SI50223054',
      'SK2022749619',
      'XI980780684',
    ],
    [
      '123456789',
      'ATU1358562',
      'DE12345678',
      'FRO0303265045',
      'GB980780684',
      'SE1234567897',
      'US123456789',
      'NL004495445',
      'DE123456789',
      'DE111111111',
      'DE000000000',
      'IT00000000000',
      'ESX9999999X',
      'XI123456789',
    ],
  ],
  gb_vat: [
    ['GB 980 7806 84', '980780684', 'GBGD001', 'GBHA500'],
    ['GB802311781', 'GBGD500', 'DE136695976'],
  ],
  ge_vat: [['123456789'], ['12345678']],
  hk_br: [['12345678'], ['1234567']],
  hr_oib: [['33392005961'], ['33392005962']],
  hu_tin: [['12892312-2-41'], ['12892313-2-41', '12892312-7-41']],
  id_npwp: [['01.312.166.0-091.000', '0123456789012345'], ['01.312.166']],
  il_vat: [['000012345'], ['12345']],
  in_gst: [['27AAPFU0939F1ZV'], ['27AAPFU0939F1ZA', '369296450896540']],
  is_vat: [['00621'], ['0062']],
  jp_cn: [['5-8356-7825-6246'], ['2-8356-7825-6246']],
  jp_rn: [['12345'], ['1234']],
  jp_trn: [['T1234567891234'], ['1234567891234']],
  ke_pin: [['P051365947M'], ['P05136594M']],
  kr_brn: [['116-82-00276'], ['116-82-00277']],
  kz_bin: [['123456789012'], ['12345678901']],
  li_uid: [['CHE-100.155.212'], ['CHE-100.155.213']],
  mx_rfc: [
    ['GODE 561231 GR8', 'ABC010203AB9'],
    ['GODE 561331 GR8', 'GODE 561232 GR8'],
  ],
  my_frp: [['12345678'], ['1234567']],
  my_itn: [['C 1234567890'], ['1234567890']],
  my_sst: [['A12-3456-12345678'], ['12-3456-12345678']],
  ng_tin: [['12345678-0001'], ['12345678']],
  no_vat: [['NO 995 525 828 MVA', '995525828'], ['NO 995 525 829 MVA']],
  no_voec: [['2024000'], ['202400']],
  nz_gst: [['49-091-850', '136-410-132'], ['136-410-133']],
  om_vat: [['OM1100000000'], ['1100000000']],
  pe_ruc: [['20512333797'], ['20512333798', '30512333797']],
  ph_tin: [['123456789012'], ['12345']],
  ro_tin: [['1630615123457'], ['1630615123458']],
  rs_pib: [['101134702'], ['101134703']],
  ru_inn: [
    ['1234567894', '123456789047'],
    ['1234567895', '123456789037'],
  ],
  ru_kpp: [['773301001'], ['77330100']],
  sa_vat: [['310122393500003'], ['31012239350000']],
  sg_gst: [['M90312345X', '197401143C'], ['M9031']],
  sg_uen: [['00192200M', '197401143C', 'T08FC7287D'], ['1922M']],
  si_tin: [['50223054'], ['50223055']],
  sv_nit: [['0614-050707-104-8'], ['0614-050707']],
  th_vat: [['0-9940-00617-72-1', '1-2345-45678-78-1'], ['0-9940-00617-72-2']],
  tr_tin: [['4540536920', '17291716060'], ['4540536921']],
  tw_vat: [['00501503'], ['00501502']],
  ua_vat: [['3225601234'], ['32256']],
  us_ein: [['91-1144442'], ['91-114444', '00-1144442', 'DE123456789']],
  uy_ruc: [['21-100342-001-7'], ['21-100342-001-8']],
  ve_rif: [['V-11470283-4'], ['V-11470283-3', 'X-11470283-4']],
  vn_tin: [['0100233488', '0314409058-002'], ['0100']],
  za_vat: [['4123456789'], ['5123456789']],
};

describe('tax ids', () => {
  it("have the types of the SDK's enum", () => {
    expect([...TAX_ID_FORMATS].sort()).toEqual(Object.values(TaxIDFormat).sort());
    expect(Object.keys(EXAMPLES).sort()).toEqual(Object.values(TaxIDFormat).sort());
    expect([...taxIdTypes].sort()).toEqual(Object.values(TaxIDFormat).sort());
  });

  it.each(Object.entries(EXAMPLES))('of type %s have their published form', (type, [valid, invalid]) => {
    const accepted = (values: string[]) => values.filter((value) => isTaxId([value, type]));
    expect([accepted(valid), accepted(invalid)]).toEqual([valid, []]);
    expect(invalid.length).toBeGreaterThan(0);
  });

  it('with check digits are refused with any other digit in the place of one', () => {
    const checked = 'au_abn br_cpf ch_uid gb_vat hr_oib in_gst kr_brn no_vat pe_ruc si_tin uy_ruc'.split(' ');
    for (const type of checked) {
      const value = EXAMPLES[type]![0][0]!;
      const at = value.search(/\d(?=\D*$)/);
      const others = [...'0123456789'].filter((digit) => digit !== value[at]);
      const accepted = others.filter((digit) => isTaxId([value.slice(0, at) + digit + value.slice(at + 1), type]));
      expect([type, accepted]).toEqual([type, []]);
    }
  });

  it.each(EXAMPLES['eu_vat']![0])(
    'of the EU, such as %s, are seldom right with another digit, where their rule is public',
    (value) => {
      const mistyped = [...value].flatMap((character, at) =>
        [...(/\d/.test(character) ? '0123456789' : '')]
          .filter((other) => other !== character)
          .map((other) => value.slice(0, at) + other + value.slice(at + 1)),
      );
      const accepted = mistyped.filter((other) => isTaxId([other, 'eu_vat'])).length / mistyped.length;
      // Some rules have two forms, or one digit for two sums.
      expect(accepted < 0.25).toBe(!/^(BG|CZ|LV)/.test(value));
    },
  );

  it.each([
    ['DE', 'DE123456789', 'check digits are wrong'],
    ['DE', '123456789', 'check digits are wrong'],
    ['CH', 'CHE-107.787.578 IVA', 'check digits are wrong'],
    ['DE', 'FR40303265045', 'Invalid tax ID for the country'],
    ['DE', 'nonsense', 'Invalid tax ID for the country'],
    ['AQ', '1', 'Invalid tax ID for the country'],
  ])('of %s, written %s, tell whoever typed them what is wrong', (country, number, message) => {
    expect(taxIdOf(country, number)).toBeUndefined();
    expect(taxNumberError(country, number)).toContain(message);
  });

  it('say by their first letters of which member state they are, if they are right', () => {
    const of = (value: string, type = 'eu_vat') =>
      EU_COUNTRIES.filter((country) => isVatNumberOf(country, [value, type]));
    expect(of('fr 40 303 265 045')).toEqual(['FR']);
    expect([of('EL094259216'), of('GR094259216')]).toEqual([['GR'], ['GR']]);
    expect([of('FR40303265046'), of('XI980780684'), of('FR40303265045', 'es_cif')]).toEqual([[], [], []]);
  });

  it.each([
    undefined,
    null,
    'DE123456789',
    [],
    ['DE123456789'],
    ['DE123456789', 'eu_vat', 'x'],
    [123_456_789, 'us_ein'],
    ['', 'eu_vat'],
    [' ', 'eu_vat'],
    ['DE123456789', 'toString'],
    ['DE123456789', '__proto__'],
    ['1'.repeat(1_000_000), 'bo_tin'],
    [`${' '.repeat(200)}DE123456789`, 'eu_vat'],
  ])('are nothing else, such as %#', (value) => {
    expect(taxIdError(value)).toEqual(expect.any(String));
  });

  it.each(['', 'DE', 'US', 'AQ'])('are all offered for a customer in %j, those of the country first', (country) => {
    const groups = taxIdTypesOf(country);
    expect(groups.flatMap(({ values }) => values).sort()).toEqual([...taxIdTypes].sort());
    const first = { DE: 'eu_vat', US: 'us_ein' }[country];
    if (first) expect(groups[0]!.values[0]).toBe(first);
  });

  it('get the type of a country', () => {
    const types = ['DE', 'GR', 'GB', 'US', 'CH', 'BR', 'CA'].map(taxIdFormat);
    expect(types).toEqual(['eu_vat', 'eu_vat', 'gb_vat', 'us_ein', 'ch_uid', 'br_cnpj', 'ca_bn']);
    expect(taxIdFormat('AQ')).toBeUndefined();
  });

  it.each([
    ['DE', 'DE123456788', ['DE123456788', 'eu_vat']],
    ['DE', '123 456 788', ['DE123 456 788', 'eu_vat']],
    ['GR', 'GR 094259216', ['EL 094259216', 'eu_vat']],
    ['GR', '094259216', ['EL094259216', 'eu_vat']],
    ['ES', '12345678Z', ['ES12345678Z', 'eu_vat']],
    ['DE', '181/815/08155', ['181/815/08155', 'de_stn']],
    ['BR', '123.456.789-09', ['123.456.789-09', 'br_cpf']],
    ['CH', 'CHE-107.787.577 MWST', ['CHE-107.787.577 MWST', 'ch_vat']],
    ['DE', 'FR40303265045', undefined],
    ['US', 'DE123456789', undefined],
    ['AQ', '1', undefined],
  ])('of %s, written %s, are %j', (country, number, expected) => {
    expect(taxIdOf(country, number)).toEqual(expected);
  });
});
