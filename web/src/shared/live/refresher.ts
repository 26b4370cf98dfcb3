import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { keys } from '../query-keys.ts';
import type { LiveMessage } from './live-connection.ts';

/** Which queries show something of a read model. */
const SHOWN_BY: Readonly<Record<string, readonly QueryKey[]>> = {
  clients: [keys.clients.all, keys.clientAdmins.all, keys.system.stats(), keys.audit.all],
  staff: [keys.staff.all, keys.system.stats(), keys.audit.all],
  datasets: [keys.datasets.all, keys.imports.all],
  candidates: [keys.candidates.all],
  environment: [keys.environment.all, keys.candidates.all],
  classifications: [keys.candidates.all, keys.training.all],
  scores: [keys.candidates.all, keys.datasets.all, keys.scoring.all],
  scoring: [keys.candidates.all, keys.datasets.all, keys.scoring.all],
  history: [keys.candidates.histories],
  runs: [keys.datasets.all, keys.scoring.all],
  grants: [keys.grants.all, keys.datasets.all, keys.candidates.all],
  notes: [keys.notes.all],
  views: [keys.views.all],
  inbox: [keys.inbox.all],
  widgets: [keys.widget.all],
  conversations: [keys.conversations.all],
  analytics: [keys.analytics.all, keys.system.stats()],
  'system-versions': [keys.systemVersions.all],
  pages: [keys.content.all],
  'content-requests': [keys.contentRequests.all],
};

/** A burst of moves (an import makes many) refetches what is on the screen at most this often. */
const REFRESH_EVERY_MS = 350;

/** Turns what the live connection says into refetching: the first at once, a burst of them gathered. */
export function createRefresher(queryClient: QueryClient, everyMs = REFRESH_EVERY_MS) {
  const waiting = new Map<string, QueryKey>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const flush = () => {
    timer = undefined;
    if (waiting.size === 0) return;
    const due = [...waiting.values()];
    waiting.clear();
    timer = setTimeout(flush, everyMs);
    for (const queryKey of due) {
      // A refetch under way was asked before the move and may not show it, so it is started again.
      void queryClient.invalidateQueries({ queryKey });
    }
  };
  return {
    take(message: LiveMessage): void {
      if (message.type === 'notification') return;
      const touched = message.type === 'moved' ? (SHOWN_BY[message.moved.model] ?? []) : [[]];
      for (const queryKey of touched) waiting.set(JSON.stringify(queryKey), queryKey);
      if (timer === undefined) flush();
    },
    stop(): void {
      clearTimeout(timer);
    },
  };
}
