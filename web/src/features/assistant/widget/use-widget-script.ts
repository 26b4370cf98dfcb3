import type { WidgetPosition } from '@landline/event-schemas';
import { useEffect, useState } from 'react';

interface WidgetOptions {
  position?: WidgetPosition | undefined;
  /** Version to load; by default, the version on the client's websites. */
  version?: string | null | undefined;
  /** A changed value reloads the widget. */
  revision?: string;
}

type Widgets = { landline?: { widgets: Record<string, { destroy(): void; hide(): void } | undefined> } };
const widgetOf = (clientId: string) => (window as Widgets).landline?.widgets[clientId];

/** Loads the client's widget on this page as its websites do, and removes it on unmount. */
export function useWidgetScript(
  clientId: string | null,
  { position, version, revision = '' }: WidgetOptions,
) {
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  useEffect(() => {
    if (clientId === null) return;
    setState('loading');
    const query = new URLSearchParams(version ? { widget_version: version } : {});
    const script = document.createElement('script');
    script.src = `/api/ai/widget/loader/${encodeURIComponent(clientId)}.js?${query}`;
    if (position) script.dataset.position = position;
    script.dataset.revision = revision;
    // In order: a removed script that ran after its successor would destroy the successor's widget.
    script.async = false;
    let isUnmounted = false;
    script.onload = () => {
      if (isUnmounted) widgetOf(clientId)?.destroy();
      else setState('shown');
    };
    script.onerror = () => {
      if (!isUnmounted) setState('failed');
    };
    document.head.append(script);
    return () => {
      isUnmounted = true;
      script.remove();
      widgetOf(clientId)?.destroy();
    };
  }, [clientId, position, version, revision]);
  return { state, hide: () => clientId !== null && widgetOf(clientId)?.hide() };
}
