/** How a provider knows us. */
export interface Registration {
  clientId: string;
  clientSecret: string;
  /** Where it sends browsers back to. */
  redirectURI: string;
}
