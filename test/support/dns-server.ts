import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** What a name has: its IPv4 addresses; `absent`; or no answer until `answerLate`. */
type Records = Readonly<Record<string, readonly string[] | 'absent' | 'late'>>;

const TYPE_A = 1;
const NO_SUCH_NAME = 3;

/** A DNS server on loopback, which records the names that it is asked for. */
export async function startDns(records: Records) {
  const asked: string[] = [];
  const late: (() => void)[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = questionOf(query);
    asked.push(name);
    const known = records[name] ?? 'absent';
    const answer = (addresses: readonly string[], code = 0): void => {
      const found = type === TYPE_A ? addresses : [];
      const head = Buffer.from([query[0]!, query[1]!, 0x81, 0x80 | code, 0, 1, 0, found.length, 0, 0, 0, 0]);
      const answers = found.map((one) => [0xc0, 12, 0, TYPE_A, 0, 1, 0, 0, 0, 60, 0, 4, ...one.split('.').map(Number)]);
      socket.send(Buffer.concat([head, query.subarray(12, end), ...answers.map(Buffer.from)]), port, address);
    };
    if (known === 'late') late.push(() => answer(['192.0.2.1']));
    else if (known === 'absent') answer([], NO_SUCH_NAME);
    else answer(known);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    server: `127.0.0.1:${socket.address().port}`,
    asked,
    answerLate: () => late.splice(0).forEach((answer) => answer()),
    close: () => void socket.close(),
  };
}

function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}
