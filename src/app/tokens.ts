/** Injection tokens of the ports: features know these, never an adapter. */
export const EVENT_STORE = Symbol('EventStore');
export const DOCUMENTS = Symbol('DocumentStore');
export const VAULT = Symbol('Vault');
export const JOBS = Symbol('JobQueue');
export const CLOCK = Symbol('Clock');
export const LOG = Symbol('Log');
export const TELEMETRY = Symbol('Telemetry');
export const CONFIG = Symbol('Config');
export const MAILER = Symbol('Mailer');
export const PAYMENT_PROCESSOR = Symbol('PaymentProcessor');
export const REMOTE_PLATFORMS = Symbol('RemotePlatforms');
export const TAX_CALCULATOR = Symbol('TaxCalculator');
export const OUTGOING = Symbol('Outgoing');
export const BLOB_STORE = Symbol('BlobStore');
export const FEATURES = Symbol('Features');
