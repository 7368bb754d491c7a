/** The response of an address. */
export interface OutgoingAnswer {
  status: number;
  /** Its first 2 KB. */
  body: string;
}

/** Requests to addresses that sellers have set: never into our own network, and never redirected (docs/SECURITY.md#outgoing-requests). */
export interface Outgoing {
  /** @throws OutgoingFailed */
  post(url: string, headers: Readonly<Record<string, string>>, body: string | Buffer): Promise<OutgoingAnswer>;
}

/** The address could not be reached, or is not allowed. */
export class OutgoingFailed extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'OutgoingFailed';
  }
}
