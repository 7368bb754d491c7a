export type TaxId = [value: string, type: string];

/** The formats that the contract knows (SDK `TaxIDFormat`). */
const TAX_ID_FORMATS: readonly string[] = (
  'ad_nrt ae_trn ar_cuit au_abn au_arn bg_uic bh_vat bo_tin br_cnpj br_cpf ca_bn ca_gst_hst ca_pst_bc ca_pst_mb ca_pst_sk ' +
  'ca_qst ch_uid ch_vat cl_tin cn_tin co_nit cr_tin de_stn do_rcn ec_ruc eg_tin es_cif eu_oss_vat eu_vat gb_vat ge_vat ' +
  'hk_br hr_oib hu_tin id_npwp il_vat in_gst is_vat jp_cn jp_rn jp_trn ke_pin kr_brn kz_bin li_uid mx_rfc my_frp my_itn ' +
  'my_sst ng_tin no_vat no_voec nz_gst om_vat pe_ruc ph_tin ro_tin rs_pib ru_inn ru_kpp sa_vat sg_gst sg_uen si_tin sv_nit ' +
  'th_vat tr_tin tw_vat ua_vat us_ein uy_ruc ve_rif vn_tin za_vat'
).split(' ');

/** Whether something is `[value, format]` with a known format. */
export function isTaxId(taxId: unknown): boolean {
  if (!Array.isArray(taxId) || taxId.length !== 2) return false;
  const [value, type] = taxId as unknown[];
  return (
    typeof value === 'string' && value.trim() !== '' && value.length <= 100 && TAX_ID_FORMATS.includes(type as string)
  );
}

/** The member states of the European Union. */
export const EU_COUNTRIES: readonly string[] =
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');

/** The tax id format of businesses in a country, if one is known. */
export function taxIdFormat(country: string): string | undefined {
  return EU_COUNTRIES.includes(country)
    ? 'eu_vat'
    : TAX_ID_FORMATS.find((format) => format.startsWith(`${country.toLowerCase()}_`));
}
