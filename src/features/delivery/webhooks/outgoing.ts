/** What an address answered. */
export interface OutgoingAnswer {
  status: number;
  /** Its first 2 KB. */
  body: string;
}

/** Requests to addresses that sellers name: never into our own network, never elsewhere than named (docs/SECURITY.md#outgoing-requests). */
export interface Outgoing {
  /** @throws OutgoingFailed */
  post(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<OutgoingAnswer>;
}

/** The address could not be reached, or may not be. */
export class OutgoingFailed extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'OutgoingFailed';
  }
}
