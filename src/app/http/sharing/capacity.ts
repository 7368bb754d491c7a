import { LIMITS } from '../../../limits.ts';

/** What one process takes on at a time (docs/OPERATING.md#overload). Tests use smaller ones. */
export interface Capacity {
  /**
   * Open connections. Beyond them, the one that has waited longest for its next request is closed; if none waits, the event stream that has been
   * open longest, or else the one that has read longest.
   */
  connections: number;
  /** Event streams of all kinds, well below the connections. Beyond them, more are refused. */
  streams: number;
  /** Requests in work, or answered in the current turn of the event loop. Beyond them, requests are refused. */
  inWork: number;
  /** Requests in work of everybody together, each the same part of it, while several ask and the process is busy. */
  sharedWhileBusy: number;
  /** Requests that wait for a server outside, such as the payment processor: they are not in work. Beyond them, requests are refused. */
  outside: number;
  /** Of one organization; of one address, where the organization is not known. */
  outsideOfOne: number;
  /** Requests that may wait for one turn of the event loop, turn after turn. */
  crowd: number;
  /** Requests that may wait in larger crowds than that, before the process counts as overloaded. */
  burst: number;
  /** While it is overloaded, for how long in each turn it begins requests, in milliseconds. */
  turnMs: number;
  /** Bytes of bulk requests that begin together while other requests come. */
  bulkBytes: number;
  /** Bodies that are arriving. Beyond them, the one that has taken longest is given up. */
  arriving: number;
  /** Files that are arriving. Beyond them, requests are refused. */
  uploads: number;
  /** How often it is checked that a file still arrives, in milliseconds. */
  uploadWindowMs: number;
  /** Bytes that must arrive in that time, while they are waited for; four times as many while half of the uploads arrive. */
  uploadBytes: number;
  /** For the headers of a request to arrive, in milliseconds. */
  headersMs: number;
  /** For a whole request to arrive, in milliseconds. */
  requestMs: number;
  /** Between two requests of a connection, in milliseconds; longer than load balancers keep theirs open. */
  idleMs: number;
  /** How often the first two are checked, in milliseconds. */
  checkedEveryMs: number;
  /** Without a byte of its answer read, a client is cut off, in milliseconds. */
  unreadMs: number;
  /** Characters of answers that clients have not read. Beyond them, the client that has read longest is cut off. */
  unread: number;
  /** How long a process that stops waits for connections to finish, in milliseconds. */
  drainMs: number;
}

export const CAPACITY: Capacity = {
  connections: 4_096,
  streams: 2_000,
  inWork: 128,
  sharedWhileBusy: 16,
  outside: 512,
  outsideOfOne: LIMITS.organization.outsideCalls.most,
  crowd: 16,
  burst: 256,
  turnMs: 3,
  bulkBytes: 65_536,
  arriving: 128,
  uploads: 64,
  uploadWindowMs: 30_000,
  uploadBytes: 262_144,
  headersMs: 10_000,
  requestMs: 30_000,
  idleMs: 72_000,
  checkedEveryMs: 1_000,
  unreadMs: 30_000,
  unread: 64_000_000,
  drainMs: 500,
};
