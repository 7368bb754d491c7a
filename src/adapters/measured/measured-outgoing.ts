import type { Outgoing } from '../../features/delivery/webhooks/messages/outgoing.ts';
import type { Telemetry } from '../../kernel/ports/telemetry.ts';

/** Measures requests to sellers' addresses; of an address only the host is recorded, because its path may hold a secret. */
export function measuredOutgoing(outgoing: Outgoing, telemetry: Telemetry): Outgoing {
  return {
    post(url, headers, body) {
      const operation = {
        kind: 'call',
        name: 'call webhook',
        labels: { 'tillbook.call': 'webhook' },
        details: { 'http.request.method': 'POST', 'server.address': URL.parse(url)?.hostname ?? '' },
      } as const;
      return telemetry.measure(operation, async (note) => {
        const answer = await outgoing.post(url, headers, body);
        const { status } = answer;
        note({ 'http.response.status_code': status, ...(status >= 400 && { 'error.type': String(status) }) });
        return answer;
      });
    },
  };
}
