import { countryName } from './countries.ts';
import { isInEu } from './eu-vat.ts';

/** The contract's types of tax ids; a test compares them with the server's. */
export const taxIdTypes: readonly string[] = (
  'ad_nrt ae_trn ar_cuit au_abn au_arn bg_uic bh_vat bo_tin br_cnpj br_cpf ca_bn ca_gst_hst ca_pst_bc ca_pst_mb ca_pst_sk ' +
  'ca_qst ch_uid ch_vat cl_tin cn_tin co_nit cr_tin de_stn do_rcn ec_ruc eg_tin es_cif eu_oss_vat eu_vat gb_vat ge_vat ' +
  'hk_br hr_oib hu_tin id_npwp il_vat in_gst is_vat jp_cn jp_rn jp_trn ke_pin kr_brn kz_bin li_uid mx_rfc my_frp my_itn ' +
  'my_sst ng_tin no_vat no_voec nz_gst om_vat pe_ruc ph_tin ro_tin rs_pib ru_inn ru_kpp sa_vat sg_gst sg_uen si_tin sv_nit ' +
  'th_vat tr_tin tw_vat ua_vat us_ein uy_ruc ve_rif vn_tin za_vat'
).split(' ');

/** "eu_vat" → "EU VAT", "ad_nrt" → "Andorra NRT". */
export function taxIdLabel(type: string): string {
  const [place = '', ...kind] = type.toUpperCase().split('_');
  return [place === 'EU' ? place : countryName(place), ...kind].join(' ');
}

/** All types, those of the country first. @param country a code, or '' for none */
export function taxIdTypesOf(country: string): { label: string; values: readonly string[] }[] {
  const prefixes = [
    ...(isInEu(country) ? ['eu_vat', 'eu_oss_vat'] : []),
    ...(country ? [`${country.toLowerCase()}_`] : []),
  ];
  const isOwn = (type: string) => prefixes.some((prefix) => type.startsWith(prefix));
  const own = prefixes.flatMap((prefix) => taxIdTypes.filter((type) => type.startsWith(prefix)));
  const others = taxIdTypes.filter((type) => !isOwn(type)).sort(byLabel);
  return own.length === 0
    ? [{ label: 'All', values: others }]
    : [
        { label: 'Of this country', values: own },
        { label: 'Others', values: others },
      ];
}

function byLabel(one: string, other: string): number {
  return taxIdLabel(one).localeCompare(taxIdLabel(other), 'en');
}
