import type { Socket } from 'node:net';

/** Of a proxy: each of two sockets ends with the other, whatever ends it. @param sockets where both are noted */
export function joined(client: Socket, upstream: Socket, sockets: Set<Socket>): void {
  for (const [socket, other] of [
    [client, upstream],
    [upstream, client],
  ] as const) {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => other.destroy());
  }
}
