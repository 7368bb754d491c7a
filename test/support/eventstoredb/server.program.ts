import { EventStoreDbServer } from './server.ts';

/** The server in a process of its own. Usage: port, file. */
const [port, file] = process.argv.slice(2);
await EventStoreDbServer.start({ port: Number(port), file });
process.stdout.write('listening\n');
