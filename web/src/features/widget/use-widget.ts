import type { WidgetPosition } from '@landline/event-schemas';
import { useEffect, useState } from 'react';

interface Shown {
  position?: WidgetPosition | undefined;
  /** Which version; without it what the client's sites get. */
  version?: string | null | undefined;
  /** Another one loads it anew. */
  revision?: string;
}

type Widgets = { landline?: { widgets: Record<string, { destroy(): void; hide(): void } | undefined> } };
const widgetOf = (clientId: string) => (window as Widgets).landline?.widgets[clientId];

/** The client's real widget on this page, as its sites load it, for as long as the page is shown. */
export function useWidget(clientId: string | null, { position, version, revision = '' }: Shown) {
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  useEffect(() => {
    if (clientId === null) return;
    setState('loading');
    const query = new URLSearchParams(version ? { widget_version: version } : {});
    const script = document.createElement('script');
    script.src = `/api/ai/widget/loader/${encodeURIComponent(clientId)}.js?${query}`;
    if (position) script.dataset.position = position;
    script.dataset.revision = revision;
    let gone = false;
    script.onload = () => {
      if (gone) widgetOf(clientId)?.destroy();
      else setState('shown');
    };
    script.onerror = () => setState('failed');
    document.head.append(script);
    return () => {
      gone = true;
      script.remove();
      widgetOf(clientId)?.destroy();
    };
  }, [clientId, position, version, revision]);
  return { state, hide: () => clientId !== null && widgetOf(clientId)?.hide() };
}
